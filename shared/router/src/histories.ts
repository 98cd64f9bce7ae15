import {
  UNSAFE_createBrowserHistory as createRouterBrowserHistory,
  UNSAFE_createMemoryHistory as createRouterMemoryHistory,
} from 'react-router-dom';

/*
 * The histories of React Router. Its public ways to make one, `BrowserRouter` and `MemoryRouter`, keep it to themselves, and the shop
 * restores scroll positions and asks questions before a screen is left. These are the only names of React Router that may change
 * without notice: its version is pinned, and `link.test.tsx` fails without them.
 *
 * @see docs/decisions/0086-public-ways.md
 */

type BrowserHistory = ReturnType<typeof createRouterBrowserHistory>;
type MemoryHistory = ReturnType<typeof createRouterMemoryHistory>;

/** History of the router: the browser's history, or a history in memory for a test or a server. */
export type AppHistory = BrowserHistory | MemoryHistory;

/** Creates the history of a page. Its listeners hear of every navigation. */
export const createBrowserHistory = (options?: Parameters<typeof createRouterBrowserHistory>[0]): BrowserHistory =>
  createRouterBrowserHistory({ ...options, v5Compat: true });

/** Creates a history in memory. Its listeners hear of every navigation. */
export const createMemoryHistory = (options?: Parameters<typeof createRouterMemoryHistory>[0]): MemoryHistory =>
  createRouterMemoryHistory({ ...options, v5Compat: true });
