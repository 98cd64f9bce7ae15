import type { Composition } from '@shop/remote-contract/composition';
import { PrefetchContext } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { CssBaseline, createShopTheme, ThemeProvider, themeModeKey } from '@shop/ui/core';
import { Provider } from 'react-redux';
import { AppRoutes } from './app-routes';
import { OfflineNotice } from './layout/offline-notice';
import { StoreInfoFailure } from './layout/store-info-failure';
import { Toaster } from './layout/toaster';
import type { ScreenRegistry } from './remotes/screen-registry';
import { ScreensContext } from './remotes/screens-context';
import { usePrefetch } from './remotes/use-prefetch';

const theme = createShopTheme();

export interface AppProps {
  composition: Composition;
  screens: ScreenRegistry;
  store: AppStore;
}

/** The whole shop, inside a router. Browser and server render the same tree. */
export function App({ composition, screens, store }: AppProps) {
  const prefetch = usePrefetch(composition, screens, store);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={themeModeKey} disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <ScreensContext value={screens}>
          <PrefetchContext value={prefetch}>
            <AppRoutes composition={composition} />
            <StoreInfoFailure />
            <OfflineNotice />
            <Toaster />
          </PrefetchContext>
        </ScreensContext>
      </ThemeProvider>
    </Provider>
  );
}
