import { ParamsContext } from '@shop/router/router';
import type { ReactNode } from 'react';
import type { Params } from 'react-router-dom';

/**
 * The part of React Router that the page around the screens uses. Remotes take what their screens use from the shared module
 * `@shop/router/router`.
 *
 * @see docs/decisions/0002: why not the data router
 */
export { type RouteObject, Router, useRoutes } from 'react-router-dom';
export { createBrowserHistory, createMemoryHistory } from './histories';

export interface MatchedRouteProps {
  /** Pattern that the address matches: `/product/:id`. */
  pattern: string;
  /** Values of the address's parameters. `useParams` gives them to the screen. */
  params: Params;
  children: ReactNode;
}

/**
 * The route of the current address, as `matchRoute` has found it. That of React Router, `useRoutes`, is 2.9 KB (brotli) of each
 * first load.
 *
 * @example <MatchedRoute pattern="/product/:id" params={{ id: '7' }}><ProductScreen /></MatchedRoute>
 */
export const MatchedRoute = ({ params, children }: MatchedRouteProps) => (
  <ParamsContext value={params}>{children}</ParamsContext>
);
