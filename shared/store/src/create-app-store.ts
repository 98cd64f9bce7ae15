import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { ApiCallbacks } from '@shop/api-client/base-query';
import { storeApi } from '@shop/api-client/store-api';
import { cartSlice } from '@shop/cart/cart-slice';
import { notificationsSlice } from '@shop/notifications/notifications-slice';
import { sessionExpired, sessionSlice, signedOut } from '@shop/session/session-slice';
import { createTokenStorage } from '@shop/session/token-storage';
import { type Settings, settingsSlice } from '@shop/settings/settings-slice';
import { createCartMiddleware, createTokenMiddleware, followOtherTabs, readSessionAndCart } from './storage';

const reducer = combineReducers({
  api: storeApi.reducer,
  cart: cartSlice.reducer,
  notifications: notificationsSlice.reducer,
  session: sessionSlice.reducer,
  settings: settingsSlice.reducer,
});

export type AppStore = ReturnType<typeof createAppStore>['store'];

export interface AppStoreOptions {
  settings: Settings;
  /** Storage of session and cart: `localStorage` in a browser; null when the browser refuses it, and in Node. */
  storage: Storage | null;
  /** Called at the end of each GET. A server collects the addresses, and a page reads again what has failed. */
  onResponse?: ApiCallbacks['onResponse'];
}

/**
 * Creates the Redux store of a page.
 *
 * Session and cart are not read yet, so that the function also works without a browser. `readStorage` reads them and from
 * then on follows changes of other tabs.
 *
 * @example
 * const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
 * readStorage();
 */
export function createAppStore({ settings, storage, onResponse }: AppStoreOptions) {
  const tokens = createTokenStorage(storage);
  const callbacks: ApiCallbacks = {
    readToken: tokens.read,
    ...(onResponse && { onResponse }),
    onTokenRejected: () => {
      try {
        store.dispatch(signedOut());
        store.dispatch(sessionExpired());
      } catch (error) {
        // The rejected call reports its own failure.
        console.error('The rejected token stays in storage:', error);
      }
    },
  };
  const store = configureStore({
    reducer,
    preloadedState: { settings },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: callbacks },
        // Both checks only warn in development, and they take longer than the reducers.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(storeApi.middleware, createTokenMiddleware(tokens), createCartMiddleware(storage)),
  });
  const readStorage = () => {
    readSessionAndCart(store, tokens, storage);
    if (storage) followOtherTabs(store, tokens, storage);
  };
  return { store, readStorage };
}
