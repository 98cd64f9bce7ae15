import type { AppDispatch } from '@shop/api-client/app-state';
import type { ComponentType } from 'react';
import type { LoadSlot, RemoteSlots } from './slots';

/**
 * Version of this contract that a shell of this workspace provides. An addition raises the minor version, any other change
 * the major version. Promotion rejects a composition whose shell does not provide the version that its remotes require.
 */
export const remoteContractVersion: string = '1.7.0';

/** Version range that a remote of this workspace requires. Raise it only when remotes need an addition. */
export const requiredRemoteContract = '^1.0.0';

/** Version range that a remote requires that fills slots or adds links. Shells before 1.3 do not show them. */
export const slotsRemoteContract = '^1.3.0';

/** Version range that a remote requires that has a backend of its own. Shells before 1.4 would not load its pages as documents. */
export const connectRemoteContract = '^1.4.0';

/** Who can see a path: everyone, or signed-in shoppers only. The shell guards the path for the remote. Specification 2. */
export type PathAccess = 'open' | 'signed-in';

/** A path pattern that a remote owns, in React Router's syntax (`/product/:id`, `*`). */
export interface OwnedPath {
  pattern: string;
  access: PathAccess;
  /** Status of the document for this path. Default: 200. */
  status?: 404;
  /** Keeps the page out of search engines. Pages with sign-in and pages with status 404 are private in any case. */
  isPrivate?: true;
  /** Known values by parameter name. Any other value gives the document the status 404. */
  known?: Readonly<Record<string, readonly string[]>>;
  /**
   * Names of the query parameters that change the page; empty when none does. The server renders the page for these parameters
   * only, and caches it. Without this field the server renders no content for an address with a query; the browser does.
   */
  query?: readonly string[];
}

/**
 * The paths of a remote by route id. The id is also the name of the chunk that holds the screen.
 *
 * @example
 * export const paths = {
 *   product: { pattern: '/product/:id', access: 'open' },
 * } as const satisfies OwnedPaths;
 */
export type OwnedPaths = Readonly<Record<string, OwnedPath>>;

/** An address whose screen is to be shown, or that the shopper is likely to open next. */
export interface ScreenIntent {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  /** Dispatches to the Redux store. Load an endpoint with `endpoint.initiate(…, { subscribe: false })`. */
  dispatch: AppDispatch;
  /**
   * Loads what fills a slot of the screen, with the props of its place, so that the slot is there when the screen opens. It never
   * rejects. Absent in shells before 1.3 of the contract, and without the shell.
   */
  loadSlot?: LoadSlot;
  /** BCP 47 tag of the page, for texts that a screen loads itself. Absent in shells before 1.6 of the contract: English. */
  language?: string;
}

/**
 * What `load` found. Without a value the screen can be rendered. `status: 404` renders the screen with the status 404.
 * `redirect` is a path of the shop, to which the server redirects the browser with the status 301 (permanent).
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a loader that finds nothing special returns nothing
export type LoadResult = void | { status: 404 } | { redirect: string };

/** A screen of a remote: the complete content of `<main>` for its path. */
export interface RemoteScreen {
  Screen: ComponentType;
  /**
   * Shown in place of the screen until the page knows the device: the content of the document of a private path. It is the same
   * for every visitor: it shows the heading and the loading state, and reads neither session nor cart. Its controls are
   * disabled, because the screen replaces it. Without it, and in shells before 1.5 of the contract, the shell shows its own.
   */
  Placeholder?: ComponentType;
  /**
   * Loads the data of the first view. The browser calls it when a link is hovered, focused or touched, and before it takes over
   * the HTML of the server. A query that it does not load shows its loading state.
   *
   * The server calls it for a public path. It calls it again from the start, with a new Redux store, when it has read what the
   * last call requested, at most three times: a request may depend on the response of an earlier one. `fetch` sends nothing
   * there. It answers from the data that the gateway has read, and waits for ever for anything else.
   *
   * @example
   * import { isNotFound } from '@shop/api-client/api-error';
   * import { storeApi } from '@shop/api-client/store-api';
   * import type { RemoteScreen } from '@shop/remote-contract/remote-module';
   *
   * const reviewsApi = storeApi.injectEndpoints({
   *   endpoints: (build) => ({ reviewsOfProduct: build.query<string[], string>({ query: (id) => `/reviews/${id}` }) }),
   * });
   *
   * export const screen: RemoteScreen = {
   *   Screen: () => null,
   *   load: async ({ params, dispatch }) => {
   *     const query = reviewsApi.endpoints.reviewsOfProduct.initiate(params.id ?? '', { subscribe: false });
   *     const { data, error } = await dispatch(query);
   *     if (data?.length === 0 || isNotFound(error)) return { status: 404 };
   *   },
   * };
   */
  load?: (intent: ScreenIntent) => Promise<LoadResult>;
}

/** Loads the chunk of one screen. */
export type ScreenLoader = () => Promise<{ screen: RemoteScreen }>;

/** One loader for each owned path. The compiler rejects a missing loader and a surplus one. */
export type RemoteRoutes<Paths extends OwnedPaths = OwnedPaths> = { readonly [Id in keyof Paths]: ScreenLoader };

/** The module that every remote exposes as `./routes`. It holds the routes and the slots, and nothing else. */
export interface RemoteModule {
  routes: RemoteRoutes;
  /** Absent in a remote that fills no slot. */
  slots?: Partial<RemoteSlots>;
}
