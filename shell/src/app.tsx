import type { Composition } from '@shop/remote-contract/composition';
import { type AppHistory, PrefetchContext } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { CssBaseline, createShopTheme, ThemeProvider, themeModeKey } from '@shop/ui/core';
import { Provider } from 'react-redux';
import { AppRoutes } from './app-routes';
import { HistoryRouter } from './history-router';
import { FocusRestoration } from './navigation/focus-restoration';
import type { ScreenRegistry } from './remotes/screen-registry';
import { ScreensContext } from './remotes/screens-context';
import { usePrefetch } from './remotes/use-prefetch';
import { StoreInfoFailure } from './shop-info/store-info-failure';
import { Toaster } from './toasts/toaster';

const theme = createShopTheme();

export interface AppProps {
  composition: Composition;
  screens: ScreenRegistry;
  store: AppStore;
  history: AppHistory;
}

/** The whole shop. A server sends an empty root: the browser draws it. */
export function App({ composition, screens, store, history }: AppProps) {
  const prefetch = usePrefetch(composition, screens, store);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeModeKey} disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <ScreensContext value={screens}>
          <PrefetchContext value={prefetch}>
            <HistoryRouter history={history}>
              <AppRoutes composition={composition} />
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
