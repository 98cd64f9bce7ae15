import type { ComponentType } from 'react';

/**
 * The version of this contract that a shell built from here provides. Additions are a minor, anything else is a major.
 * Promotion refuses a composition whose shell does not provide what its remotes require.
 */
export const remoteContractVersion = '1.1.0';

/** What a remote built from here requires of its shell: raised when remotes come to need an addition, not before. */
export const requiredRemoteContract = '^1.0.0';

/** Who may see a path: everyone, or signed-in shoppers only. The shell guards; the remote need not. Specification 2. */
export type PathAccess = 'open' | 'signed-in';

/** A path pattern that a remote owns, in React Router's syntax (`/product/:id`, `*`). */
export interface OwnedPath {
  pattern: string;
  access: PathAccess;
  /** Status of the document for this path; 200 unless said otherwise. */
  status?: 404;
  /** Keeps the page out of search engines. Pages that ask for sign-in, and 404, are so in any case. */
  isPrivate?: true;
  /** Values a parameter may have. Any other value answers with 404 as the document's status. */
  known?: Readonly<Record<string, readonly string[]>>;
}

/** The paths of a remote by route id. The id is also the name of the chunk that holds the screen. */
export type OwnedPaths = Readonly<Record<string, OwnedPath>>;

/** What a shopper is about to do, for prefetching. */
export interface ScreenIntent {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Dispatches to the one store; prefetch endpoints with `endpoint.initiate(…, { subscribe: false })`. */
  dispatch: (action: never) => unknown;
}

/** One screen of a remote, the whole content of `<main>` for its path. */
export interface RemoteScreen {
  Screen: ComponentType;
  /** Starts loading what the screen will ask for. Called on hover, focus and touch of a link; must not throw. */
  prefetch?: (intent: ScreenIntent) => void;
}

/** Loads the chunk of one screen. */
export type ScreenLoader = () => Promise<{ screen: RemoteScreen }>;

/** One loader for each path the remote owns: the compiler refuses a missing or a surplus one. */
export type RemoteRoutes<Paths extends OwnedPaths = OwnedPaths> = { readonly [Id in keyof Paths]: ScreenLoader };

/** The module every remote exposes as `./routes`: its routes, and nothing else. */
export interface RemoteModule {
  routes: RemoteRoutes;
}
