import type { CartLine } from '@shop/cart/cart-line';
import { type CartActions, useCart, useCartActions } from '@shop/cart/use-cart';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { PrefetchContext, useNavigate } from '@shop/router/router';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useSession } from '@shop/session/use-session';
import { useContext, useRef } from 'react';
import type { PriceChanges } from '../../current-prices/use-current-prices';
import { useCurrentPrices } from '../../current-prices/use-current-prices';

export type CartScreenState =
  | { kind: 'loading' }
  | { kind: 'empty' }
  | {
      kind: 'ready';
      lines: CartLine[];
      /** Pieces over all lines. */
      count: number;
      /** Rupees over all lines. */
      total: number;
      /** Prices and availability that changed since the page opened. */
      changes: PriceChanges;
      actions: Pick<CartActions, 'setQuantity' | 'remove' | 'clear'>;
      checkOut: CheckOut;
    };

export interface CheckOut {
  /** Navigates to checkout, or to sign-in when the shopper is signed out. */
  go: () => void;
  /** Loads the next screen. Called when the shopper is about to press the button. */
  prefetch: () => void;
}

/** State of the cart screen. It is `loading` until storage was read. Specification 2 and 4 "Cart". */
export function useCartScreen(): CartScreenState {
  const { lines, isRead, count, total } = useCart();
  const actions = useCartActions();
  const checkOut = useCheckOut();
  const { changes } = useCurrentPrices();
  if (!isRead) return { kind: 'loading' };
  if (lines.length === 0) return { kind: 'empty' };
  return { kind: 'ready', lines, count, total, changes, actions, checkOut };
}

function useCheckOut(): CheckOut {
  const { isSignedIn } = useSession();
  const t = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const prefetch = useContext(PrefetchContext);
  // The cart stays on the page while the next screen loads. A second click must neither toast nor navigate again.
  const isLeaving = useRef(false);
  useResetOnReturn(() => {
    isLeaving.current = false;
  });

  const go = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (isSignedIn) {
      navigate(urls.checkout());
      return;
    }
    notify({
      tone: 'destructive',
      title: t('Login Required'),
      description: t('Please login to proceed with checkout'),
    });
    navigate(urls.login(), { state: { from: urls.checkout() } });
  };
  return { go, prefetch: () => prefetch(isSignedIn ? urls.checkout() : urls.login()) };
}
