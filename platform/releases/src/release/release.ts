import type { Integrity } from '@shop/remote-contract/composition';
import { connectOriginPattern, maxConnectOrigins } from '@shop/remote-contract/connect';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { isReserved } from '@shop/remote-contract/reserved-paths';
import * as v from 'valibot';
import { Sha256 } from '../store/document-ref';
import { parseJson } from '../store/parse-json';
import { Count } from '../store/schemas';

/** A release as a composition refers to it. */
export const PinnedRelease = v.object({
  app: v.string(),
  version: v.string(),
  digest: v.string(),
  /** SHA-256 of `release.json`, in hex. The signature of the composition covers it, and `release.json` lists the hash of every file. */
  sha256: v.exactOptional(Sha256),
});
export type PinnedRelease = v.InferOutput<typeof PinnedRelease>;

const Text = v.pipe(v.string(), v.minLength(1));

/** BCP 47 tag of a language besides English. It becomes the first segment of addresses. */
const Language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/),
  v.check(
    (tag) => tag !== sourceLanguage && !isReserved(`/${tag}`),
    'English and reserved paths are not further languages',
  ),
);

/**
 * Bytes of the largest file. The release service stores no larger object. Gates and gateways decompress a file in memory, and a
 * few kilobytes of brotli can be gigabytes.
 */
const maxFileBytes = 32 * 1024 * 1024;

const File = v.object({
  /** Bytes. */
  size: v.pipe(Count, v.maxValue(maxFileBytes, 'a file has 32 MB at most')),
  integrity: v.pipe(v.string(), v.regex(/^sha(256|384)-/)),
  /** Size of a text file in brotli, in bytes. Absent for other files. */
  compressed: v.exactOptional(Count),
});

export const ReleasedPath = v.object({
  pattern: Text,
  access: v.picklist(['open', 'signed-in']),
  status: v.exactOptional(v.literal(404)),
  isPrivate: v.exactOptional(v.literal(true)),
  known: v.exactOptional(v.record(Text, v.array(v.string()))),
  /** Query parameters that change the page. */
  query: v.exactOptional(v.array(Text)),
  /** Scripts of the first screen, as paths relative to the release. */
  files: v.array(Text),
  /** Style sheets of the first screen, as paths relative to the release. */
  styles: v.exactOptional(v.array(Text)),
  /** Lazy shared modules that the first screen takes from the shell. */
  lazyShared: v.array(Text),
});

const ReleasedSlot = v.object({
  order: v.number(),
  ...v.pick(ReleasedPath, ['files', 'styles', 'lazyShared']).entries,
});

const ReleasedLink = v.object({ text: v.string(), to: v.string(), order: v.number() });

/** Names that an app registers in a page. No other app of the page may register one of them. */
const Names = v.object({
  endpoints: v.array(Text),
  /** Keys of the Redux store. */
  slices: v.array(Text),
});

/** Exports of a shared module by name, with the version of the module in which each appeared or changed last. */
const ExportVersions = v.record(Text, Text);

const ProvidedModule = v.object({
  version: Text,
  files: v.array(Text),
  /** Absent for a package without an API report, such as React. */
  exports: v.exactOptional(ExportVersions),
  /** Exports that will be removed. The dates are ISO dates. */
  deprecated: v.exactOptional(v.record(Text, v.object({ since: Text, removedAfter: Text, remedy: Text }))),
});

const ConsumedModule = v.object({
  range: Text,
  /** Version that the remote was compiled with. */
  version: Text,
  /** Exports that the remote uses; `*` when it imports the whole module. */
  exports: ExportVersions,
});
export type ConsumedModule = v.InferOutput<typeof ConsumedModule>;

/** `release.json`: one version of one app. It is written last, and marks the release as complete. */
export const Release = v.object({
  schema: v.literal(1),
  app: Text,
  kind: v.picklist(['shell', 'remote']),
  version: Text,
  /** First 12 hex digits of the SHA-256 over the names and hashes of all files. */
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** Commit of the sources, or empty. */
  commit: v.string(),
  /** URL of the repository of the sources. Absent when the package names none. */
  repository: v.exactOptional(Text),
  /** Id of the pipeline that published it. Absent when a person published it. */
  pipeline: v.exactOptional(Text),
  publishedAt: v.string(),
  /** Every file of the release except `release.json`, by its path relative to the release. */
  files: v.record(Text, File),
  entry: Text,
  /** Style sheets of every page of a shell. */
  styles: v.exactOptional(v.array(Text)),
  /** Name of the global variable that the entry of a remote defines. */
  global: Text,
  /** Part of every class name and keyframe name of a remote's style sheets. Absent in a shell. */
  styleScope: v.exactOptional(Text),
  /** Node bundle. Absent in a remote whose pages only browsers render. */
  server: v.exactOptional(Text),
  paths: v.record(Text, ReleasedPath),
  /** Slots that a remote fills, by name. Absent in a remote that fills none. */
  slots: v.exactOptional(v.record(Text, ReleasedSlot)),
  /** Links that a remote adds to the navigation, by slot. Absent in a remote that adds none. */
  links: v.exactOptional(v.record(Text, v.array(ReleasedLink))),
  /** Origins of the remote's own backend, which become a part of headers. Absent in a remote without one. */
  connect: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(connectOriginPattern))), v.maxLength(maxConnectOrigins)),
  ),
  /** Languages of the texts besides English. Absent in an app with English texts only. */
  languages: v.exactOptional(v.array(Language)),
  /** Number of texts without a translation, by language. */
  missingTexts: v.exactOptional(v.record(Text, Count)),
  /** Modules that a shell shares, by import specifier. */
  provides: v.record(Text, ProvidedModule),
  /** Shared modules that a remote takes from its shell, by import specifier. */
  consumes: v.record(Text, ConsumedModule),
  federationRuntime: Text,
  /** Range of the federation runtimes that the app was tested with. */
  testedFederationRuntimes: Text,
  /** Version of the remote contract that a shell provides. */
  contractProvided: v.exactOptional(Text),
  /** Range of the remote contract that a remote requires. */
  contractRequired: v.exactOptional(Text),
  /** Collected by running the code. Absent in a build that is compared and not published. */
  names: v.exactOptional(Names),
});
export type Release = v.InferOutput<typeof Release>;

export const ReleaseId = v.pick(PinnedRelease, ['app', 'version', 'digest']);
export type ReleaseId = v.InferOutput<typeof ReleaseId>;

/** Whether two ids identify one release. Two versions with the same bytes are two releases. */
export const isSameRelease = (a: ReleaseId, b: ReleaseId) =>
  a.app === b.app && a.version === b.version && a.digest === b.digest;

export const getReleasePrefix = ({ app, version, digest }: ReleaseId) => `r/${app}/${version}-${digest}/`;

export const releaseFile = 'release.json';

/** Parses `release.json`. @throws {CorruptDocumentError} The message names the first invalid field. */
export const parseRelease = (bytes: Uint8Array, where: string): Release => parseJson(Release, bytes, where);

/** @returns The hash of a file of a release. @throws When the release does not list the file. */
export function getIntegrity(release: Release, file: string): Integrity {
  const listed = release.files[file];
  if (!listed) throw new Error(`${release.app}@${release.version} does not list its file ${file}`);
  return listed.integrity as Integrity;
}

/** Extensions of the files of a release that a gateway serves. */
export const servableExtensions = ['js', 'css', 'json', 'svg', 'woff2', 'avif', 'webp', 'jpg', 'png'] as const;

export type ServableExtension = (typeof servableExtensions)[number];

/** Whether a gateway serves files with the extension of this one. Extensions are lower case. */
export const hasServableExtension = (file: string): boolean =>
  servableExtensions.some((extension) => file.endsWith(`.${extension}`));
