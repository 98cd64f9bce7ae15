import type { Integrity } from '@shop/remote-contract/composition';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Text = Type.String({ minLength: 1 });

const File = Type.Object({
  /** Bytes. */
  size: Type.Integer({ minimum: 0 }),
  integrity: Type.String({ pattern: '^sha384-' }),
});

const ReleasedPath = Type.Object({
  pattern: Text,
  access: Type.Union([Type.Literal('open'), Type.Literal('signed-in')]),
  status: Type.Optional(Type.Literal(404)),
  known: Type.Optional(Type.Record(Text, Type.Array(Type.String()))),
  /** Scripts of the first screen, relative to the release. */
  files: Type.Array(Text),
  /** Lazy shared modules the first screen takes from the shell. */
  lazyShared: Type.Array(Text),
});

/**
 * `release.json`: what one version of one app is made of. It is written last, and is the mark that the release is whole.
 */
export const Release = Type.Object({
  schema: Type.Literal(1),
  app: Text,
  kind: Type.Union([Type.Literal('shell'), Type.Literal('remote')]),
  version: Text,
  /** First 12 hex digits of the SHA-256 over names and hashes of all files. */
  digest: Type.String({ pattern: '^[0-9a-f]{12}$' }),
  /** Commit the build was made from, or empty. */
  commit: Type.String(),
  /** Every file of the release but this one, by path relative to it. */
  files: Type.Record(Text, File),
  entry: Text,
  /** Global variable the entry defines; remotes only. */
  global: Type.Optional(Text),
  /** The Node build. */
  server: Text,
  paths: Type.Record(Text, ReleasedPath),
  provides: Type.Record(Text, Type.Object({ version: Text, files: Type.Array(Text) })),
  consumes: Type.Record(Text, Type.Object({ range: Text })),
  federationRuntime: Text,
  remoteContract: Text,
});
export type Release = Static<typeof Release>;

/** Names one release. */
export interface ReleaseId {
  app: string;
  version: string;
  digest: string;
}

/** Key prefix of a release, with a slash at the end. */
export const releasePrefix = ({ app, version, digest }: ReleaseId) => `r/${app}/${version}-${digest}/`;

export const releaseFile = 'release.json';

/** Parses `release.json`; throws a sentence that names the first thing that is wrong. */
export function parseRelease(bytes: Uint8Array, where: string): Release {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (Value.Check(Release, value)) return value;
  const [first] = Value.Errors(Release, value);
  throw new Error(`${where} is no release: ${first?.instancePath || 'it'} ${first?.message ?? 'is malformed'}`);
}

/** The hash of a file of a release. Throws when the release does not list it. */
export function integrityOf(release: Release, file: string): Integrity {
  const known = release.files[file];
  if (!known) throw new Error(`${release.app}@${release.version} does not list its file ${file}`);
  return known.integrity as Integrity;
}
