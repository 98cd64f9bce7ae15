import { type ReactNode, useMemo } from 'react';
import { type Params, UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router-dom';

/**
 * The part of React Router that the page around the screens uses. Remotes take what their screens use from the shared module
 * `@shop/router/router`.
 *
 * @see docs/decisions/0002: why not the data router
 */
export {
  type RouteObject,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  useRoutes,
} from 'react-router-dom';

export interface MatchedRouteProps {
  /** Pattern that the address matches: `/product/:id`. */
  pattern: string;
  /** Values of its parameters. `useParams` gives them to the screen. */
  params: Params;
  children: ReactNode;
}

/**
 * The route of the current address, as the shell's own matcher has found it. `useRoutes` would match the address again, with code
 * that is larger than the rest of the router.
 *
 * @example <MatchedRoute pattern="/product/:id" params={{ id: '7' }}><ProductScreen /></MatchedRoute>
 */
export function MatchedRoute({ pattern, params, children }: MatchedRouteProps) {
  const { pathname } = useLocation();
  const context = useMemo(() => {
    const match = { params, pathname, pathnameBase: pathname, route: { path: pattern } };
    return { outlet: null, matches: [match], isDataRoute: false };
  }, [pattern, params, pathname]);
  return <RouteContext value={context}>{children}</RouteContext>;
}
