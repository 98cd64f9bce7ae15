import type { Composition, PathOwner } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { type RouteObject, useRoutes } from '@shop/router/router';
import { type ComponentType, lazy, useMemo } from 'react';
import { AuthLayout } from './layout/auth-layout';
import { MainLayout } from './layout/main-layout';
import { NotFoundScreen } from './layout/not-found-screen';
import { RemoteErrorFallback } from './remotes/remote-error-fallback';
import { RemoteOutlet } from './remotes/remote-outlet';
import { RequireSession } from './session/require-session';
import { sessionScreens } from './session/session-screens';

/** A screen whose chunk does not come is a notice too: an exception here would take the whole shop away. */
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

function remoteRoute(owner: PathOwner): RouteObject {
  const slot = <RemoteOutlet owner={owner} />;
  const { pattern, access } = owner.path;
  return { path: pattern, element: access === 'signed-in' ? <RequireSession>{slot}</RequireSession> : slot };
}

/**
 * The route table: the session's own screens in the auth layout, and every path that the composition's remotes own in
 * the main layout. A remote that adds a path needs no release of the shell. Specification 2 "Layouts".
 */
export function AppRoutes({ composition }: { composition: Composition }) {
  const routes = useMemo<RouteObject[]>(
    () => [
      {
        element: <AuthLayout />,
        children: [
          { path: urls.login(), element: <LoginScreen /> },
          { path: urls.register(), element: <RegisterScreen /> },
        ],
      },
      {
        element: <MainLayout />,
        children: [
          ...composition.remotes.flatMap((remote) => remote.paths.map((path) => remoteRoute({ remote, path }))),
          // Reached only when no remote of the composition owns every other path.
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
    [composition],
  );
  return useRoutes(routes);
}
