import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import { type RouteObject, useLocation, useRoutes } from '@shop/router/router';
import { useMemo } from 'react';
import { MainLayout } from '../layout/layouts';
import { AfterHydration, NotFoundScreen, PagePlaceholder } from '../layout/placeholders';
import { RemoteOutlet, RemotePlaceholder } from '../remotes/remote-outlet';
import { isRenderedOnServer, type MatchRoute } from '../remotes/routes';
import { RequireSession, sessionRoutes } from '../session/session-routes';

/**
 * The route of the matched remote. React Router reads the parameters from its pattern for `useParams`. Screens of a shopper
 * depend on the device's storage and are of no use to search engines: the server renders their placeholder.
 */
export function createRemoteRoute(match: RemoteRouteMatch): RouteObject {
  const outlet = <RemoteOutlet owner={match} />;
  const { pattern, access } = match.path;
  if (isRenderedOnServer(match)) return { path: pattern, element: outlet };
  const screen = access === 'signed-in' ? <RequireSession>{outlet}</RequireSession> : outlet;
  const placeholder = <RemotePlaceholder owner={match} fallback={<PagePlaceholder />} />;
  return { path: pattern, element: <AfterHydration placeholder={placeholder}>{screen}</AfterHydration> };
}

/** Shown when no remote of the composition owns the path. */
const notFoundRoute: RouteObject = { path: '*', element: <NotFoundScreen /> };

/**
 * The routes of the current address: the session screens in the auth layout, and the screen of the remote that owns the
 * path in the main layout. The composition's path patterns decide, so a remote can add a path without a release of the
 * shell. Specification 2 "Layouts".
 */
export function AppRoutes({ matchRoute }: { matchRoute: MatchRoute }) {
  const { pathname } = useLocation();
  const match = matchRoute(pathname);
  const routes = useMemo<RouteObject[]>(
    () => [sessionRoutes, { element: <MainLayout />, children: [match ? createRemoteRoute(match) : notFoundRoute] }],
    [match],
  );
  return useRoutes(routes);
}
