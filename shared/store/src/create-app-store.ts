import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { ApiEnvironment } from '@shop/api-client/base-query';
import { storeApi } from '@shop/api-client/store-api';
import { cartSlice } from '@shop/cart/cart-slice';
import { notificationsSlice } from '@shop/notifications/notifications-slice';
import { sessionSlice, signedOut } from '@shop/session/session-slice';
import { createTokenStorage } from '@shop/session/token-storage';
import { type Settings, settingsSlice } from '@shop/settings/settings-slice';
import { cartSaver, followOtherTabs, readStored, tokenSaver } from './storage';

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
  /** Where session and cart live: `localStorage` in a browser; null where it is refused, and in Node. */
  storage: Storage | null;
  /** Told of each answer of the store API to a GET; in a browser it is kept for offline reading. */
  answered?: ApiEnvironment['answered'];
}

/**
 * Creates the store of one page.
 *
 * Session and cart are not read yet: a store can be made where there is no browser. `readStorage` reads them and keeps this
 * tab in step with the others from then on.
 */
export function createAppStore({ settings, storage, answered }: AppStoreOptions) {
  const tokens = createTokenStorage(storage);
  const environment: ApiEnvironment = {
    readToken: tokens.read,
    ...(answered && { answered }),
    tokenRefused: () => {
      try {
        store.dispatch(signedOut());
      } catch (error) {
        // The call that was refused reports its own failure.
        console.error('The refused token stays in storage:', error);
      }
    },
  };
  const store = configureStore({
    reducer,
    preloadedState: { settings },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: environment },
        // Both checks only warn in development, and take longer than the work they watch.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(storeApi.middleware, tokenSaver(tokens), cartSaver(storage)),
  });
  const readStorage = () => {
    readStored(store, tokens, storage);
    if (storage) followOtherTabs(store, tokens, storage);
  };
  return { store, readStorage };
}
