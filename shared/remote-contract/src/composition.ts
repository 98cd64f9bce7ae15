import type { OwnedPath } from './remote-module';

/** Subresource integrity of one file: `sha384-` and base64. */
export type Integrity = `sha384-${string}`;

/** An entry script, relative to its release's base. Builds of a development server have no hash. */
export interface EntryFile {
  path: string;
  integrity: Integrity | '';
}

/** A file that a document preloads, by its address on the gateway. */
export interface PreloadFile {
  url: string;
  integrity: Integrity | '';
}

/** One app at one version and digest, as far as a document needs to know it. */
export interface ComposedApp {
  name: string;
  version: string;
  /** First 12 hex digits of the release's digest. */
  digest: string;
  /** URL prefix of its immutable files, with a slash at the end: `/r/mf-catalog/1.0.0-4f3a…/`. */
  base: string;
  entry: EntryFile;
}

export interface ComposedPath extends OwnedPath {
  /** Route id in the remote's exposed module. */
  id: string;
  /** What the first screen needs besides the entries of shell and remote. The gateway's own: pages are not told. */
  preloads?: PreloadFile[];
}

/** A remote at one version: what it takes to load it. */
export interface RemoteVersion extends ComposedApp {
  /** Global variable that its entry script defines. It carries the version: two versions may meet in one page. */
  global: string;
}

export interface ComposedRemote extends RemoteVersion {
  paths: ComposedPath[];
  /** The version that was live before this one and not taken back: a page takes it when this one cannot be loaded. */
  previous?: RemoteVersion;
}

/**
 * The unit of release: the shell and every remote, each at one version. The gateway inlines it in the document, so a
 * first load asks for no manifest, and one document never mixes two compositions.
 */
export interface Composition {
  /** Sequence number in its environment; 0 for a composition of development builds. */
  seq: number;
  env: string;
  shell: ComposedApp;
  remotes: ComposedRemote[];
}

/** The remote and path that own a URL, most specific pattern first as React Router ranks them. */
export interface PathOwner {
  remote: ComposedRemote;
  path: ComposedPath;
}
