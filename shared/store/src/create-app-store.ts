import { combineReducers, configureStore, isRejected, type Middleware } from '@reduxjs/toolkit';
import { toCodeError } from '@shop/api-client/api-error';
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
 * Middleware that reports each endpoint once whose calls fail because of the code of a release. The browser handles the report like
 * an uncaught error: telemetry counts it, and the smoke test fails. Node has no `reportError`: a server throws the error.
 */
function reportCodeErrors(): Middleware {
  const reported = new Set<string>();
  return () => (next) => (action) => {
    if (isRejected(action)) {
      const { endpointName } = action.meta.arg as { endpointName: string };
      const error = toCodeError(endpointName, (action.payload ?? action.error) as Parameters<typeof toCodeError>[1]);
      if (error && !reported.has(endpointName)) {
        reported.add(endpointName);
        globalThis.reportError?.(error);
      }
    }
    return next(action);
  };
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
      }).concat(storeApi.middleware, reportCodeErrors(), createTokenMiddleware(tokens), createCartMiddleware(storage)),
  });
  const readStorage = () => {
    readSessionAndCart(store, tokens, storage);
    if (storage) followOtherTabs(store, tokens, storage);
  };
  return { store, readStorage };
}
