import { type Dispatch, isAction, type Middleware } from '@reduxjs/toolkit';
import { storeApi } from '@shop/api-client/store-api';
import { type CartState, cartRead } from '@shop/cart/cart-slice';
import { cartKey, readCart, readSharedCart, writeCart } from '@shop/cart/cart-storage';
import { sessionExpired, sessionRead, signedIn, signedOut } from '@shop/session/session-slice';
import { signOutKey, type TokenStorage, tokenKey } from '@shop/session/token-storage';

interface Dispatcher {
  dispatch: Dispatch;
}

/**
 * Middleware that stores the token at sign-in and removes it at sign-out. After a sign-in, here or in another tab, the middleware
 * removes the private responses of the previous shopper. A token that another tab has removed without a sign-out is an expired
 * session. The middleware compares the tokens that this tab has read, because the event of a change in another tab may be older than
 * storage. Specification 4 "Session".
 */
export function createTokenMiddleware(tokens: TokenStorage): Middleware {
  const readSession = () => ({ token: tokens.read(), signOut: readSignOut() });
  /** Session that this tab has read last. */
  let before = readSession();
  return ({ dispatch }) =>
    (next) =>
    (action) => {
      if (signedOut.match(action)) {
        try {
          tokens.clear();
        } finally {
          before = readSession();
          // The page counts as signed out even when the browser refuses to remove the token.
          next(action);
        }
        return action;
      }
      if (signedIn.match(action)) tokens.write(action.payload);
      else if (!sessionRead.match(action)) return next(action);
      const result = next(action);
      const now = readSession();
      removePrivateResponses({ dispatch }, before.token, now.token);
      const hasSignedOut = now.signOut === undefined || now.signOut !== before.signOut;
      if (before.token && !now.token && !hasSignedOut) dispatch(sessionExpired());
      before = now;
      return result;
    };
}

/**
 * Middleware that saves the cart when its lines change in this tab. It does not save changes of other tabs again.
 *
 * It reads storage before each change, because the event of a change in another tab arrives later: two tabs that change the cart
 * at the same time would otherwise each remove the change of the other. After storage has refused lines of this tab, no read
 * replaces them, whether of another tab or of a page from the back/forward cache.
 */
export function createCartMiddleware(storage: Storage | null): Middleware<object, { cart: CartState }> {
  /** False after storage has refused the lines of this tab: they are newer than the stored ones then. */
  let isSaved = true;
  return ({ getState }) =>
    (next) =>
    (action) => {
      if (!storage || !isAction(action) || !action.type.startsWith('cart/')) return next(action);
      const { isRead, lines: shown } = getState().cart;
      if (cartRead.match(action)) return isRead && !isSaved ? action : next(action);
      const shared = isRead && isSaved ? readSharedCart(storage) : null;
      if (shared && JSON.stringify(shared) !== JSON.stringify(shown)) next(cartRead(shared));
      const before = getState().cart.lines;
      const result = next(action);
      const { lines } = getState().cart;
      if (lines !== before) isSaved = writeCart(storage, lines);
      return result;
    };
}

/**
 * Reads session and cart, after the tab has followed a sign-out of another tab. A stored token counts as signed in without a call to
 * the server. Specification 4.
 */
export function readSessionAndCart({ dispatch }: Dispatcher, tokens: TokenStorage, storage: Storage | null): void {
  if (storage) followSignOut(storage);
  dispatch(sessionRead(tokens.read() !== null));
  dispatch(cartRead(storage ? readCart(storage) : []));
}

/**
 * Follows changes of other tabs until the page closes. A page in the back/forward cache receives no events, so it reads
 * storage again when it is restored. Interpretations 12 and 21.
 */
export function followOtherTabs(store: Dispatcher, tokens: TokenStorage, storage: Storage): void {
  window.addEventListener('storage', ({ storageArea, key }) => {
    if (storageArea !== storage) return;
    // The key is null after `localStorage.clear()`, which removes session and cart.
    const isAll = key === null;
    if (key === signOutKey || key === tokenKey) followSignOut(storage);
    if (key === tokenKey || isAll) store.dispatch(sessionRead(tokens.read() !== null));
    // The event may be older than a change of this tab, which storage has with that of the other tab.
    const lines = key === cartKey || isAll ? readSharedCart(storage) : null;
    if (lines) store.dispatch(cartRead(lines));
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) readSessionAndCart(store, tokens, storage);
  });
}

/** Reads the time of the last sign-out that this tab has followed. Undefined where the browser refuses storage, and on a server. */
function readSignOut(): string | null | undefined {
  try {
    return window.sessionStorage.getItem(signOutKey);
  } catch {
    return undefined;
  }
}

/** Clears what this tab keeps, such as a typed address, when the shopper has signed out in another tab since the tab last looked. */
function followSignOut(storage: Storage): void {
  try {
    const { sessionStorage } = window;
    const last = storage.getItem(signOutKey);
    if (last === sessionStorage.getItem(signOutKey)) return;
    sessionStorage.clear();
    if (last) sessionStorage.setItem(signOutKey, last);
  } catch {
    // Storage is blocked, so it holds nothing.
  }
}

/**
 * Removes cached responses of the previous shopper when another shopper signs in on the same page. After a sign-out it
 * removes account and orders only. Without a sign-out in between, a screen may still show a private response and would keep
 * it while it requests the new one, so every response is removed.
 */
function removePrivateResponses({ dispatch }: Dispatcher, before: string | null, now: string | null): void {
  if (!now || now === before) return;
  dispatch(before ? storeApi.util.resetApiState() : (storeApi.util.invalidateTags(['Account', 'Order']) as never));
}
