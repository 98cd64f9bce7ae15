import { Toaster } from '@shop/notifications/toaster';
import { HistoryRouter } from '@shop/router/history-router';
import { type AppHistory, PrefetchContext } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { CssBaseline, createShopTheme, ThemeProvider, themeModeKey } from '@shop/ui/core';
import { Provider } from 'react-redux';
import { AppRoutes } from './app-routes';
import { FocusRestoration } from './navigation/focus-restoration';
import { ProgressBar } from './navigation/progress-bar';
import { ScrollRestoration } from './navigation/scroll-restoration';
import type { MatchRoute } from './remotes/create-route-matcher';
import type { ScreenRegistry } from './remotes/screen-registry';
import { ScreensContext } from './remotes/screens-context';
import { usePrefetch } from './remotes/use-prefetch';
import { StoreInfoFailure } from './shop-info/store-info-failure';

const theme = createShopTheme();

export interface AppProps {
  matchRoute: MatchRoute;
  screens: ScreenRegistry;
  store: AppStore;
  history: AppHistory;
}

/** The whole shop. The server sends an empty root element, and the browser renders the shop into it. */
export function App({ matchRoute, screens, store, history }: AppProps) {
  const prefetch = usePrefetch(matchRoute, screens, store);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeModeKey} disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <ScreensContext value={screens}>
          <PrefetchContext value={prefetch}>
            <HistoryRouter history={history}>
              <ProgressBar />
              <ScrollRestoration />
              <AppRoutes matchRoute={matchRoute} />
              <FocusRestoration />
              <StoreInfoFailure />
              <Toaster />
            </HistoryRouter>
          </PrefetchContext>
        </ScreensContext>
      </ThemeProvider>
    </Provider>
  );
}
