import { urls } from '@shop/remote-contract/urls';
import { Navigate, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useSignOutCount } from '@shop/session/use-sign-out-count';
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { refreshFailedFile } from '../base/refresh-failed-file';
import { AfterHydration, PagePlaceholder, ScreenSkeleton } from '../layout/placeholders';
import { RemoteErrorFallback } from '../remotes/remote-outlet';

type ScreenName = 'login' | 'register';

/** Loaders of the session screens. They share a chunk: they hold forms, and most visits never open them. */
export const sessionScreens: Record<ScreenName, () => Promise<ComponentType>> = {
  login: async () => (await import(/* webpackChunkName: "session" */ './login.screen')).LoginScreen,
  register: async () => (await import(/* webpackChunkName: "session" */ './register.screen')).RegisterScreen,
};

/** The session screens that the page has loaded or is loading. */
const screens = new Map<ScreenName, ComponentType>();

/** Shows a notice when the screen's chunk does not load. An exception here would unmount the whole shop. */
function getScreen(name: ScreenName): ComponentType {
  const known = screens.get(name);
  if (known) return known;
  const Screen = lazy(async () => {
    try {
      return { default: await sessionScreens[name]() };
    } catch (reason) {
      return { default: () => <FailedScreen name={name} reason={reason} /> };
    }
  });
  screens.set(name, Screen);
  return Screen;
}

/**
 * Shows the notice until a retry has loaded the screen. A retry loads no document, because the cart may be in memory only.
 *
 * @param props.reason Error of the first attempt.
 */
function FailedScreen({ name, reason }: { name: ScreenName; reason: unknown }) {
  const [state, setState] = useState<{ reason: unknown; Screen?: ComponentType }>({ reason });
  // The next visit loads the screen again.
  useEffect(() => () => void screens.delete(name), [name]);
  if (state.Screen) return <state.Screen />;
  const retry = async () => {
    await refreshFailedFile(state.reason, '/');
    const next = await sessionScreens[name]().then(
      (Screen) => ({ reason: null, Screen }),
      (reason: unknown) => ({ reason }),
    );
    setState((last) => (last.Screen ? last : next));
  };
  return <RemoteErrorFallback screen="sign-in" reason={state.reason} onRetry={() => void retry()} />;
}

/** Sign-in or registration. */
export function SessionScreen({ name }: { name: ScreenName }) {
  const Screen = getScreen(name);
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
  if (status === 'signed-in') return <ShopperScreen>{children}</ShopperScreen>;
  return <Navigate to={urls.login()} replace state={{ from: { pathname, search, hash, state } }} />;
}

/**
 * Shows its children. After a sign-out that left the page signed in they start again, without the state of the history entry, such
 * as the order to pay: another shopper has signed in in another tab, or while the page was in the back/forward cache.
 */
function ShopperScreen({ children }: { children: ReactNode }) {
  const { key, pathname, search, hash } = useLocation();
  const signOuts = useSignOutCount();
  const [shown, setShown] = useState({ key, signOuts });
  if (shown.key !== key) setShown({ key, signOuts });
  if (shown.signOuts === signOuts) return children;
  return (
    <>
      <ScreenSkeleton />
      <Navigate to={{ pathname, search, hash }} replace />
    </>
  );
}
