import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import { urls } from '@shop/remote-contract/urls';
import { type RouteObject, useLocation, useRoutes } from '@shop/router/router';
import { type ComponentType, lazy, type ReactNode, useMemo } from 'react';
import { useLateFonts } from './document/use-late-fonts';
import { AuthLayout } from './layout/auth-layout';
import { MainLayout } from './layout/main-layout';
import { NotFoundScreen } from './layout/not-found-screen';
import type { MatchRoute } from './remotes/create-route-matcher';
import { RemoteErrorFallback } from './remotes/remote-error-fallback';
import { RemoteOutlet } from './remotes/remote-outlet';
import { AfterHydration } from './rendering/after-hydration';
import { RequireSession } from './session/require-session';
import { sessionScreens } from './session/session-screens';

/** Shows a notice when the screen's chunk does not load. An exception here would unmount the whole shop. */
const sessionScreen = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (reason) {
      const reload = () => window.location.reload();
      return { default: () => <RemoteErrorFallback screen="sign-in" reason={reason} onRetry={reload} /> };
    }
  });
const LoginScreen = sessionScreen(() => sessionScreens.login());
const RegisterScreen = sessionScreen(() => sessionScreens.register());

/** Screens of a shopper depend on the device's storage and are of no use to search engines. The server renders their frame. */
const afterHydration = (screen: ReactNode) => <AfterHydration>{screen}</AfterHydration>;

const authRoutes: RouteObject = {
  element: <AuthLayout />,
  children: [
    { path: urls.login(), element: afterHydration(<LoginScreen />) },
    { path: urls.register(), element: afterHydration(<RegisterScreen />) },
  ],
};

/** The route of the matched remote. React Router reads the parameters from its pattern for `useParams`. */
function remoteRoute(match: RemoteRouteMatch): RouteObject {
  const outlet = <RemoteOutlet owner={match} />;
  const { pattern, access, isPrivate } = match.path;
  if (access === 'signed-in')
    return { path: pattern, element: afterHydration(<RequireSession>{outlet}</RequireSession>) };
  return { path: pattern, element: isPrivate ? afterHydration(outlet) : outlet };
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
  useLateFonts(pathname);
  const match = matchRoute(pathname);
  const routes = useMemo<RouteObject[]>(
    () => [authRoutes, { element: <MainLayout />, children: [match ? remoteRoute(match) : notFoundRoute] }],
    [match],
  );
  return useRoutes(routes);
}
