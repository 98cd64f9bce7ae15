import type { Dispatch, Middleware } from '@reduxjs/toolkit';
import { storeApi } from '@shop/api-client/store-api';
import { type CartState, cartRead } from '@shop/cart/cart-slice';
import { cartKey, parseCart, readCart, writeCart } from '@shop/cart/cart-storage';
import { sessionRead, signedIn, signedOut } from '@shop/session/session-slice';
import { type TokenStorage, tokenKey } from '@shop/session/token-storage';

type Stepped = { dispatch: Dispatch };

/** Stores and forgets the token as the shopper signs in and out. Specification 4 "Session". */
export function tokenSaver(tokens: TokenStorage): Middleware {
  return ({ dispatch }) =>
    (next) =>
    (action) => {
      if (signedOut.match(action)) {
        try {
          tokens.clear();
        } finally {
          // Whoever signs out is signed out here, even when the browser refuses to remove the token.
          next(action);
        }
        return action;
      }
      if (!signedIn.match(action)) return next(action);
      const before = tokens.read();
      tokens.write(action.payload);
      const result = next(action);
      forgetPrivateAnswers({ dispatch }, before, action.payload);
      return result;
    };
}

/** Saves the cart whenever its lines change here; what another tab saved is not saved again. */
export function cartSaver(storage: Storage | null): Middleware<object, { cart: CartState }> {
  return ({ getState }) =>
    (next) =>
    (action) => {
      const before = getState().cart.lines;
      const result = next(action);
      const { lines } = getState().cart;
      if (storage && lines !== before && !cartRead.match(action)) writeCart(storage, lines);
      return result;
    };
}

/** Reads session and cart on start. A token that exists counts; the server is not asked. Specification 4. */
export function readStored({ dispatch }: Stepped, tokens: TokenStorage, storage: Storage | null): void {
  dispatch(sessionRead(tokens.read() !== null));
  dispatch(cartRead(storage ? readCart(storage) : []));
}

/**
 * Follows what other tabs save, for as long as the page lives. A page that the browser brings out of its memory has
 * heard nothing meanwhile, and reads again. Interpretations 12 and 21.
 */
export function followOtherTabs(store: Stepped, tokens: TokenStorage, storage: Storage): void {
  window.addEventListener('storage', ({ storageArea, key, oldValue, newValue }) => {
    if (storageArea !== storage) return;
    // A key of null is `localStorage.clear()`: both are gone.
    const isAll = key === null;
    if (key === tokenKey || isAll) {
      store.dispatch(sessionRead(tokens.read() !== null));
      forgetPrivateAnswers(store, oldValue, newValue);
    }
    if (key === cartKey || isAll) store.dispatch(cartRead(parseCart(isAll ? null : newValue)));
  });
  let tokenBefore: string | null = null;
  window.addEventListener('pagehide', () => {
    tokenBefore = tokens.read();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    readStored(store, tokens, storage);
    forgetPrivateAnswers(store, tokenBefore, tokens.read());
  });
}

/**
 * Answers that were given to one shopper are not shown to the next one who signs in on the same page. Where no sign-out
 * came between, a screen may be showing one: then every answer goes, since a screen keeps what it has while it asks.
 */
function forgetPrivateAnswers({ dispatch }: Stepped, before: string | null, now: string | null): void {
  if (!now || now === before) return;
  dispatch(before ? storeApi.util.resetApiState() : (storeApi.util.invalidateTags(['Account', 'Order']) as never));
}
