import { LanguageContext, type PageLanguage } from '@shop/language/texts';
import { Toaster } from '@shop/notifications/toaster';
import type { Composition } from '@shop/remote-contract/composition';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { HistoryRouter } from '@shop/router/history-router';
import { type AppHistory, type Prefetch, PrefetchContext } from '@shop/router/router';
import { SlotsContext } from '@shop/slots/slot';
import type { AppStore } from '@shop/store/create-app-store';
import { followThemeMode } from '@shop/ui/core';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { Provider } from 'react-redux';
import { StoreInfoFailure } from '../base/shop-identity';
import { ProgressBar } from '../layout/layouts';
import { HasSearchContext } from '../layout/search-field';
import { afterStart } from '../navigation/after-start';
import { ScrollRestoration } from '../navigation/scroll-restoration';
import type { MatchRoute } from '../remotes/routes';
import { type ScreenRegistry, ScreensContext } from '../remotes/screen-registry';
import type { SlotHost } from '../slots/slot-host';
import { createSlots } from '../slots/slot-outlet';
import { AppRoutes } from './app-routes';

export interface AppProps {
  composition: Composition;
  /** Language of the page, with the shell's catalogue. */
  language: PageLanguage;
  matchRoute: MatchRoute;
  screens: ScreenRegistry;
  slots: SlotHost;
  store: AppStore;
  history: AppHistory;
  /** Whether the content security policy of the document covers a page. Absent on the server. */
  isCovered?: (pathname: string) => boolean;
  /**
   * State of the store when the server rendered the page. Each component hydrates with it and then renders the current
   * state. Absent in a page that the browser renders.
   */
  serverState?: ReturnType<AppStore['getState']>;
}

/** The whole shop, on the server and in the browser. */
export function App(props: AppProps) {
  return (
    <AppProviders {...props}>
      <ProgressBar />
      <ScrollRestoration />
      <HasSearchContext value={hasSearch(props.composition)}>
        <AppRoutes matchRoute={props.matchRoute} />
      </HasSearchContext>
      <StoreInfoFailure />
      <Toaster />
    </AppProviders>
  );
}

/** The matcher of the server knows the requested path only, so the composition tells. */
const hasSearch = ({ remotes }: Composition) =>
  remotes.some(({ paths }) => paths.some(({ pattern }) => pattern === urls.search()));

const isAlwaysCovered = () => true;

/** The contexts of the shop: Redux store, screens, slots and router. */
export function AppProviders({
  composition,
  language,
  matchRoute,
  screens,
  slots: host,
  store,
  history,
  isCovered = isAlwaysCovered,
  serverState,
  children,
}: AppProps & { children: ReactNode }) {
  // Links call it on hover, focus and touch.
  const prefetch = useCallback<Prefetch>(
    (to) => {
      const sources = { language: language.code, matchRoute, screens, slots: host, store, isCovered };
      afterStart(({ prefetchTarget }) => prefetchTarget(to, sources));
    },
    [language, matchRoute, screens, host, store, isCovered],
  );
  const slots = useMemo(() => createSlots(composition, host), [composition, host]);
  useEffect(followThemeMode, []);
  return (
    <Provider store={store} {...(serverState && { serverState })}>
      <LanguageContext value={language}>
        <ScreensContext value={screens}>
          <SlotsContext value={slots}>
            <PrefetchContext value={prefetch}>
              <HistoryRouter history={history} basename={getLanguagePrefix(language.code)}>
                {children}
              </HistoryRouter>
            </PrefetchContext>
          </SlotsContext>
        </ScreensContext>
      </LanguageContext>
    </Provider>
  );
}
