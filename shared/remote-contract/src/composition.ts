import type { OwnedPath } from './remote-module';
import type { SlotLink } from './slots';

/** Subresource integrity of one file: `sha256-` and base64. Releases from before SHA-256 have `sha384-`. */
export type Integrity = `sha256-${string}` | `sha384-${string}`;

/** An entry script, relative to its release's base. Development builds have no hash. */
export interface EntryFile {
  path: string;
  integrity: Integrity | '';
}

/** A file that a document preloads, by its URL on the gateway. */
export interface PreloadFile {
  url: string;
  integrity: Integrity | '';
}

/** An app at one version and digest: the part of its release that a document needs. */
export interface ComposedApp {
  name: string;
  version: string;
  /** First 12 hex digits of the release's digest. */
  digest: string;
  /** URL prefix of its immutable files, with a slash at the end: `/r/mf-catalog/1.0.0-4f3a…/`. */
  base: string;
  entry: EntryFile;
  /** Style sheets of the shell. Absent in a remote, and in a shell without style sheets. The page's copy omits them. */
  styles?: PreloadFile[];
  /** Languages of its texts besides English. Absent in an app with English texts only. */
  languages?: string[];
}

export interface ComposedPath extends OwnedPath {
  /** Route id in the remote's exposed module. */
  id: string;
  /** Files of the first screen besides the entries of shell and remote. The document preloads them; the page's copy omits them. */
  preloads?: PreloadFile[];
  /** Style sheets of the screen. They must apply before the screen is shown. */
  styles?: PreloadFile[];
}

/** A slot that a remote fills. */
export interface ComposedSlot {
  /** Name of the slot. A newer remote may fill a slot that the page does not know. */
  name: string;
  order: number;
  /** Files of the slot besides the entry of its remote. Documents that contain the slot preload them; the page's copy omits them. */
  preloads?: PreloadFile[];
  /** Style sheets of the slot. Documents that contain the slot contain them; the page's copy omits them. */
  styles?: PreloadFile[];
}

/** A link that a remote adds to the shop's navigation. */
export interface ComposedLink extends SlotLink {
  /** Name of the link slot. */
  slot: string;
}

/** A remote at one version, with everything that is needed to load it. */
export interface RemoteVersion extends ComposedApp {
  /** Global variable that the entry script defines. It carries the version, since two versions can meet in one page. */
  global: string;
  /** Origins of its own backend. Absent in a remote without one. */
  connect?: string[];
}

export interface ComposedRemote extends RemoteVersion {
  paths: ComposedPath[];
  /** Absent in a remote that fills no slot. */
  slots?: ComposedSlot[];
  /** Absent in a remote that adds no link. */
  links?: ComposedLink[];
  /** The version that was live before and was not rolled back. A page falls back to it when this version does not load. */
  previous?: RemoteVersion;
}

/**
 * The unit of release: the shell and every remote, each at one version. The gateway inlines it in the document. A first
 * load therefore requests no manifest, and one document never mixes two compositions.
 */
export interface Composition {
  /** Sequence number in its environment; 0 for a composition of development builds. */
  seq: number;
  env: string;
  shell: ComposedApp;
  remotes: ComposedRemote[];
}

/** What a page needs to load a remote, besides its paths, slots and links. */
export type LoadableVersion = Pick<
  ComposedRemote,
  'version' | 'digest' | 'base' | 'entry' | 'global' | 'languages' | 'previous'
>;

/**
 * A composition in a document. The document omits the versions of remotes that its first pages do not need. The page loads the file
 * `versions` before it loads one of them.
 */
export interface DocumentComposition extends Omit<Composition, 'remotes'> {
  remotes: (Omit<ComposedRemote, keyof LoadableVersion> & Partial<LoadableVersion>)[];
  /** A JSON object with the `LoadableVersion` of each remote by its name. Absent in a document with all versions. */
  versions?: PreloadFile;
}

/** The remote and path that own an address. */
export interface PathOwner {
  remote: ComposedRemote;
  path: ComposedPath;
}
