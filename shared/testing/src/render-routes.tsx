import { useAppSelector } from '@shop/api-client/app-state';
import { matchRoute } from '@shop/remote-contract/match-remote-route';
import type { OwnedPaths, RemoteRoutes } from '@shop/remote-contract/remote-module';
import { createMemoryHistory, MatchedRoute } from '@shop/router/host';
import { type Location, useLocation } from '@shop/router/router';
import type { Settings } from '@shop/settings/settings-slice';
import type { AppStore } from '@shop/store/create-app-store';
import { act, render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ComponentType, lazy } from 'react';
import { FakeShell, type FakeShellProps, type FakeSlots } from './fake-shell';
import { openShop } from './open-shop';

export interface RenderRoutesOptions<Paths extends OwnedPaths> {
  paths: Paths;
  routes: RemoteRoutes<Paths>;
  /** Address to start at: `/products?category=men`. */
  at: string;
  /** Navigation state of the first entry. */
  state?: unknown;
  settings?: Partial<Settings>;
  /** Does not read session and cart before `readStorage` is called. */
  isStorageUnread?: boolean;
}

export interface RenderedRoutes {
  user: UserEvent;
  store: AppStore;
  /** Gives the current location. */
  location: () => Location;
  /** Does what the browser's Back button does. */
  back: () => void;
  /** Navigates to an address, like a link of the shell. */
  goTo: (address: string) => void;
  /** Reads session and cart, after a start with `isStorageUnread`. */
  readStorage: () => void;
}

/**
 * Renders a remote's routes at an address, with the router and the Redux store of the shop. A path that the remote does not
 * own shows 'Elsewhere'. The page is empty until the screen has loaded. Session and cart come from localStorage: set
 * `auth_token` and `cart` before. Slots are empty without `components` and `links`.
 *
 * @example const { user, location } = renderRoutes({ paths, routes, at: '/products?category=men' });
 */
export function renderRoutes<Paths extends OwnedPaths>(
  options: RenderRoutesOptions<Paths> & FakeSlots & Pick<FakeShellProps, 'language'>,
): RenderedRoutes {
  const { paths, routes, at, state, language, settings, isStorageUnread, components, links } = options;
  const { store, readStorage, user } = openShop({ settings, isStorageUnread });
  const { pathname, search, hash } = new URL(at, 'http://shop.test');
  const history = createMemoryHistory({ initialEntries: [{ pathname, search, hash, state }] });
  const screens = Object.entries(paths).map(([id, { pattern }]) => {
    const load = routes[id as keyof Paths];
    return { pattern, Screen: lazy(async () => ({ default: (await load()).screen.Screen })) };
  });
  render(
    <FakeShell
      store={store}
      history={history}
      language={language}
      {...(components && { components })}
      {...(links && { links })}
    >
      <main id="main" tabIndex={-1}>
        <Matched routes={screens} />
      </main>
      <NoticeTexts />
    </FakeShell>,
  );
  return {
    user,
    store,
    location: () => history.location,
    back: () => act(() => history.go(-1)),
    goTo: (address) => act(() => history.push(address)),
    readStorage: () => act(readStorage),
  };
}

function Matched({ routes }: { routes: readonly { pattern: string; Screen: ComponentType }[] }) {
  const match = matchRoute(routes, useLocation().pathname);
  if (!match) return <p>Elsewhere</p>;
  const { pattern, Screen } = match.route;
  return (
    <MatchedRoute pattern={pattern} params={match.params}>
      <Screen />
    </MatchedRoute>
  );
}

/**
 * Shows the toasts as one line of text each, `title / description / reason`, under the label of the shell's container. Tests of
 * remotes check the texts; the test of `@shop/notifications/toaster` checks timers, Undo and focus.
 */
function NoticeTexts() {
  const notices = useAppSelector(({ notifications }) => notifications);
  return (
    <section aria-label="Notifications">
      {notices.map(({ id, title, description, lang, reason }) => (
        <p key={id}>
          {lang ? (
            <>
              {title} / <span lang={lang}>{description}</span>
            </>
          ) : (
            [title, description].filter(Boolean).join(' / ')
          )}
          {reason && (
            <>
              {' / '}
              <span lang={reason.lang}>{reason.text}</span>
            </>
          )}
        </p>
      ))}
    </section>
  );
}
