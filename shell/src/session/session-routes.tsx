import { urls } from '@shop/remote-contract/urls';
import { Navigate, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { AfterHydration, PagePlaceholder, ScreenSkeleton } from '../layout/placeholders';
import { RemoteErrorFallback } from '../remotes/remote-outlet';

/** Loaders of the session screens. They share a chunk: they hold forms, and most visits never open them. */
export const sessionScreens = {
  login: async () => (await import(/* webpackChunkName: "session" */ './login.screen')).LoginScreen,
  register: async () => (await import(/* webpackChunkName: "session" */ './register.screen')).RegisterScreen,
};

/** Shows a notice when the screen's chunk does not load. An exception here would unmount the whole shop. */
const createScreen = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (reason) {
      const reload = () => window.location.reload();
      return { default: () => <RemoteErrorFallback screen="sign-in" reason={reason} onRetry={reload} /> };
    }
  });

const screens = {
  login: createScreen(() => sessionScreens.login()),
  register: createScreen(() => sessionScreens.register()),
};

/** Sign-in or registration. */
export function SessionScreen({ name }: { name: keyof typeof sessionScreens }) {
  const Screen = screens[name];
  return (
    <AfterHydration placeholder={<PagePlaceholder />}>
      <Screen />
    </AfterHydration>
  );
}

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
