import { Toaster } from '@shop/notifications/toaster';
import { matchRoute } from '@shop/remote-contract/match-remote-route';
import type { OwnedPath, OwnedPaths, RemoteModule, RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { SlotName, SlotProps } from '@shop/remote-contract/slots';
import { HistoryRouter } from '@shop/router/history-router';
import { createBrowserHistory, MatchedRoute } from '@shop/router/host';
import { Link, useLocation, useSearchParams } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import { useSignOut } from '@shop/session/use-sign-out';
import { getApiBase } from '@shop/settings/api-base';
import { createAppStore } from '@shop/store/create-app-store';
import '@shop/ui/tokens.css';
import '@shop/ui/base.css';
import { Button, followThemeMode, useThemeMode } from '@shop/ui/core';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { addShopFonts } from './fonts';

export interface StandaloneRemote<Paths extends OwnedPaths> {
  paths: Paths;
  routes: RemoteRoutes<Paths>;
  /** Slots that the remote fills. Each has a page `/slot/product.below?productId=1`: its query gives the props. */
  slots?: RemoteModule['slots'];
  /** Base URL of the store API. Default: the local URL of the specification. */
  apiBase?: string;
}

/**
 * Renders one remote without the shell: its routes, the Redux store and the theme, with a toolbar in place of the shell. There
 * are no route guards. A button of the toolbar signs in with a token.
 */
export function runStandalone<Paths extends OwnedPaths>({
  paths,
  routes,
  slots = {},
  apiBase,
}: StandaloneRemote<Paths>): void {
  const { store, readStorage } = createAppStore({
    settings: { apiBase: apiBase ?? getApiBase(window.location.hostname), orderAmounts: 'dollar' },
    storage: window.localStorage,
  });
  readStorage();
  addShopFonts();
  const screens = Object.entries<OwnedPath>(paths).map(([id, { pattern }]) => {
    const Screen = lazy(async () => ({ default: (await routes[id as keyof Paths]()).screen.Screen }));
    return { pattern, element: <Screen /> };
  });
  const slotPages = Object.entries(slots).map(([name, load]) => {
    const Slot = lazy(async () => ({ default: (await load()).slot.Slot as ComponentType<object> }));
    return { pattern: `/slot/${name}`, element: <SlotPage Slot={Slot} /> };
  });
  const pages = [...screens, ...slotPages];
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <Provider store={store}>
      <HistoryRouter history={createBrowserHistory()}>
        <Toolbar patterns={pages.map(({ pattern }) => pattern)} />
        <main id="main" tabIndex={-1}>
          <Suspense fallback="Loading…">
            <Matched routes={pages} />
          </Suspense>
        </main>
        <Toaster />
      </HistoryRouter>
    </Provider>,
  );
}

function Matched({ routes }: { routes: readonly { pattern: string; element: ReactNode }[] }) {
  const { pathname } = useLocation();
  const match = matchRoute(routes, pathname);
  if (!match) return <p>{pathname} belongs to another app.</p>;
  const { pattern, element } = match.route;
  return (
    <MatchedRoute pattern={pattern} params={match.params}>
      {element}
    </MatchedRoute>
  );
}

/** The names of the props of slots that are numbers. */
type NumberProp = {
  [Name in SlotName]: {
    [Prop in keyof SlotProps[Name]]-?: SlotProps[Name][Prop] extends number | undefined ? Prop : never;
  }[keyof SlotProps[Name]];
}[SlotName];

/** Props that are numbers. Digits are a text in every other prop, such as an id. */
const numberProps = { itemCount: true, total: true } satisfies Record<NumberProp, true>;

/** Shows a component of a slot with the props in the query of the page. A value that is JSON is that value, and others are texts. */
function SlotPage({ Slot }: { Slot: ComponentType<object> }) {
  const [search] = useSearchParams();
  const props = [...search].map(([name, value]) => [name, parseProp(name, value)]);
  return <Slot {...Object.fromEntries(props)} />;
}

function parseProp(name: string, value: string): unknown {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed !== 'number' || Object.hasOwn(numberProps, name) ? parsed : value;
  } catch {
    return value;
  }
}

function Toolbar({ patterns }: { patterns: string[] }) {
  const { isSignedIn, signIn } = useSession();
  const signOut = useSignOut('The standalone page is signed out.');
  const { mode, setMode } = useThemeMode();
  useEffect(followThemeMode, []);
  const toggleSession = () => (isSignedIn ? signOut() : signIn(window.prompt('Token') ?? ''));
  return (
    <div style={{ display: 'flex', gap: 16, padding: 8, borderBottom: '1px dashed' }}>
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
    </div>
  );
}
