import type { Integrity } from '@shop/remote-contract/composition';
import * as v from 'valibot';
import { parseJson } from '../store/parse-json';

const Text = v.pipe(v.string(), v.minLength(1));
const Bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

const File = v.object({
  size: Bytes,
  integrity: v.pipe(v.string(), v.startsWith('sha384-')),
  /** Bytes of a text file as browsers get it, in brotli. Releases before the measure have none. */
  compressed: v.exactOptional(Bytes),
});

const ReleasedPath = v.object({
  pattern: Text,
  access: v.picklist(['open', 'signed-in']),
  status: v.exactOptional(v.literal(404)),
  isPrivate: v.exactOptional(v.literal(true)),
  known: v.exactOptional(v.record(Text, v.array(v.string()))),
  /** Scripts of the first screen, relative to the release. */
  files: v.array(Text),
  /** Lazy shared modules the first screen takes from the shell. */
  lazyShared: v.array(Text),
  /** Measured: bytes in brotli that a first load of the path takes from this release, the entry's included. */
  firstLoad: v.exactOptional(Bytes),
});

/** What an app registers in a page, where it must be the only one. */
const Names = v.object({
  /** Endpoints of the one api. */
  endpoints: v.array(Text),
  /** Keys of the one store. */
  slices: v.array(Text),
});

/**
 * `release.json`: what one version of one app is made of. It is written last, and is the mark that the release is whole.
 */
export const Release = v.object({
  schema: v.literal(1),
  app: Text,
  kind: v.picklist(['shell', 'remote']),
  version: Text,
  /** First 12 hex digits of the SHA-256 over names and hashes of all files. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** Commit the build was made from, or empty. */
  commit: v.string(),
  /** ISO date and time. */
  publishedAt: v.string(),
  /** Every file of the release but this one, by path relative to it. */
  files: v.record(Text, File),
  entry: Text,
  /** Name that its global variables carry; a remote's entry defines it. Older shells do not tell theirs. */
  global: v.exactOptional(Text),
  /** The Node build. */
  server: Text,
  paths: v.record(Text, ReleasedPath),
  provides: v.record(Text, v.object({ version: Text, files: v.array(Text) })),
  consumes: v.record(Text, v.object({ range: Text })),
  federationRuntime: Text,
  /** Version of the remote contract that it was built with: all that older releases say. */
  remoteContract: Text,
  /** Version of the remote contract that a shell provides. */
  contractProvided: v.exactOptional(Text),
  /** Versions of the remote contract that a remote can live with. */
  contractRequired: v.exactOptional(Text),
  /** Collected from the code as it runs; older releases do not tell. */
  names: v.exactOptional(Names),
});
export type Release = v.InferOutput<typeof Release>;

/** Names one release. */
export interface ReleaseId {
  app: string;
  version: string;
  digest: string;
}

/** Whether two names mean one release. Two versions may have the same bytes, and stay two. */
export const isSameRelease = (one: ReleaseId, other: ReleaseId) =>
  one.app === other.app && one.version === other.version && one.digest === other.digest;

/** Key prefix of a release, with a slash at the end. */
export const getReleasePrefix = ({ app, version, digest }: ReleaseId) => `r/${app}/${version}-${digest}/`;

export const releaseFile = 'release.json';

/** Parses `release.json`; throws a sentence that names the first thing that is wrong. */
export const parseRelease = (bytes: Uint8Array, where: string): Release => parseJson(Release, bytes, where);

/** The hash of a file of a release. Throws when the release does not list it. */
export function getIntegrity(release: Release, file: string): Integrity {
  const known = release.files[file];
  if (!known) throw new Error(`${release.app}@${release.version} does not list its file ${file}`);
  return known.integrity as Integrity;
}
