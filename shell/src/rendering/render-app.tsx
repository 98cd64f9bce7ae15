import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { createMemoryHistory, useRoutes } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { renderToString } from 'react-dom/server';
import { App, AppProviders } from '../app';
import type { MatchRoute } from '../remotes/create-route-matcher';
import { RemoteOutlet } from '../remotes/remote-outlet';
import type { ScreenEntry, ScreenRegistry, ScreenResult } from '../remotes/screen-registry';

export interface RenderAppOptions {
  matchRoute: MatchRoute;
  match: RemoteRouteMatch | undefined;
  /** Redux store with the data of the page. */
  store: AppStore;
  /** The screen of the match; null for a page whose screen renders in the browser. */
  screen: RemoteScreen | null;
  /** Path and query. */
  address: string;
}

export interface RenderedApp {
  /** Title, meta data and links. */
  head: string;
  /** HTML of the root element. */
  body: string;
}

/** React marks a Suspense boundary whose content threw or suspended, and renders its fallback. Texts cannot contain it. */
const failedBoundary = '<!--$!-->';

/** React writes the titles, meta data and links of all components before the first element. */
const hoisted = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;

/**
 * Renders the shop at an address.
 *
 * @throws when the screen throws, or when it suspends: its `load` must wait for everything that its first view needs.
 */
export function renderApp({ matchRoute, match, store, screen, address }: RenderAppOptions): RenderedApp {
  const history = createMemoryHistory({ initialEntries: [address], v5Compat: true });
  const props = { matchRoute, screens: provideScreen(screen), store, history };
  const html = renderToString(<App {...props} />);
  if (html.includes(failedBoundary)) {
    const name = match && `${match.remote.name} ${match.remote.version}`;
    throw new Error(`${name} cannot render ${address}`, { cause: match && findCause(props, match) });
  }
  const head = hoisted.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

/** A registry that holds one loaded screen. */
function provideScreen(screen: RemoteScreen | null): ScreenRegistry {
  const value: ScreenResult = screen
    ? { kind: 'ready', screen, isPrevious: false }
    : { kind: 'failed', reason: new Error('The server renders no screen for this path') };
  const result = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
  const entry: ScreenEntry = { result, settled: value };
  return { open: () => entry, forgetFailure: () => undefined };
}

/** Renders the screen again without a Suspense boundary around it, because the boundary catches the error. */
function findCause(props: Omit<Parameters<typeof AppProviders>[0], 'children'>, match: RemoteRouteMatch): unknown {
  try {
    renderToString(
      <AppProviders {...props}>
        <ScreenAlone match={match} />
      </AppProviders>,
    );
  } catch (error) {
    return error;
  }
  return new Error('A Suspense boundary of the screen threw or suspended');
}

function ScreenAlone({ match }: { match: RemoteRouteMatch }) {
  return useRoutes([{ path: match.path.pattern, element: <RemoteOutlet owner={match} /> }]);
}
