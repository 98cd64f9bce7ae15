import { urls } from '@shop/remote-contract/urls';
import { Navigate, type RouteObject, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { AuthLayout } from '../layout/layouts';
import { AfterHydration, PagePlaceholder, ScreenSkeleton } from '../layout/placeholders';
import { RemoteErrorFallback } from '../remotes/remote-outlet';

/** Loaders of the session screens. Each screen is a separate chunk: it holds a form, and most visits never open it. */
export const sessionScreens = {
  login: async () => (await import(/* webpackChunkName: "login" */ './login.screen')).LoginScreen,
  register: async () => (await import(/* webpackChunkName: "register" */ './register.screen')).RegisterScreen,
};

/** Shows a notice when the screen's chunk does not load. An exception here would unmount the whole shop. */
function createRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Screen = lazy(async () => {
    try {
      return { default: await load() };
    } catch (reason) {
      const reload = () => window.location.reload();
      return { default: () => <RemoteErrorFallback screen="sign-in" reason={reason} onRetry={reload} /> };
    }
  });
  return {
    path,
    element: (
      <AfterHydration placeholder={<PagePlaceholder />}>
        <Screen />
      </AfterHydration>
    ),
  };
}

/** Sign-in and registration. */
export const sessionRoutes: RouteObject = {
  element: <AuthLayout />,
  children: [
    createRoute(urls.login(), () => sessionScreens.login()),
    createRoute(urls.register(), () => sessionScreens.register()),
  ],
};

/**
 * Shows its children to signed-in shoppers. Redirects everyone else to sign-in, which returns to the same path, query, hash
 * and state.
 * Specification 2 and 6; Interpretation 3.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { pathname, search, hash, state } = useLocation();
  if (status === 'unknown') return <ScreenSkeleton />;
  if (status === 'signed-in') return children;
  return <Navigate to={urls.login()} replace state={{ from: { pathname, search, hash, state } }} />;
}
