import { Toaster } from '@shop/notifications/toaster';
import type { OwnedPath, OwnedPaths, RemoteRoutes } from '@shop/remote-contract/remote-module';
import { HistoryRouter } from '@shop/router/history-router';
import { createBrowserHistory, Link, type RouteObject, useLocation, useRoutes } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { getApiBase } from '@shop/settings/api-base';
import { createAppStore } from '@shop/store/create-app-store';
import {
  Button,
  CssBaseline,
  createShopTheme,
  Stack,
  ThemeProvider,
  themeModeKey,
  useColorScheme,
} from '@shop/ui/core';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { addShopFonts } from './fonts';

export interface Alone<Paths extends OwnedPaths> {
  paths: Paths;
  routes: RemoteRoutes<Paths>;
  /** Where the store API is; the specification's local address when left out. */
  apiBase?: string;
}

/**
 * Runs one remote alone in the page: its real routes, the real store and theme, and a strip of controls in place of the
 * shell. Guards are left out; a switch in the strip signs in with a token of your own.
 */
export function runStandalone<Paths extends OwnedPaths>({ paths, routes, apiBase }: Alone<Paths>): void {
  const { store, readStorage } = createAppStore({
    settings: { apiBase: apiBase ?? getApiBase(window.location.hostname), orderAmounts: 'dollar' },
    storage: window.localStorage,
  });
  readStorage();
  addShopFonts();
  const entries = Object.entries<OwnedPath>(paths);
  const objects: RouteObject[] = entries.map(([id, { pattern }]) => {
    const Screen = lazy(async () => ({ default: (await routes[id as keyof Paths]()).screen.Screen }));
    return { path: pattern, element: <Screen /> };
  });
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <Provider store={store}>
      <ThemeProvider theme={createShopTheme()} defaultMode="system" modeStorageKey={themeModeKey}>
        <CssBaseline enableColorScheme />
        <HistoryRouter history={createBrowserHistory({ v5Compat: true })}>
          <Strip patterns={entries.map(([, { pattern }]) => pattern)} />
          <main id="main" tabIndex={-1}>
            <Suspense fallback="Loading…">
              <Matched routes={[...objects, { path: '*', element: <Elsewhere /> }]} />
            </Suspense>
          </main>
          <Toaster />
        </HistoryRouter>
      </ThemeProvider>
    </Provider>,
  );
}

function Matched({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>{pathname} belongs to another app.</p>;
}

function Strip({ patterns }: { patterns: string[] }) {
  const { isSignedIn, signIn, signOut } = useSession();
  const { mode, setMode } = useColorScheme();
  const toggleSession = () => (isSignedIn ? signOut() : signIn(window.prompt('Token') ?? ''));
  return (
    <Stack direction="row" spacing={2} sx={{ p: 1, borderBottom: '1px dashed' }}>
      {patterns
        .filter((pattern) => !/[:*]/.test(pattern))
        .map((pattern) => (
          <Link key={pattern} to={pattern}>
            {pattern}
          </Link>
        ))}
      <Button size="small" onClick={toggleSession}>
        {isSignedIn ? 'Forget the token' : 'Use a token'}
      </Button>
      <Button size="small" onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>
        {mode}
      </Button>
    </Stack>
  );
}
