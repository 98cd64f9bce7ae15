import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { type Cart, useCart } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type PriceChanges, useCurrentPrices } from '../../current-prices/use-current-prices';
import { blankAddress, type ShippingAddress } from './shipping-address';
import { checkoutNotices, usePlaceOrder } from './use-place-order';

export type CheckoutState =
  | { kind: 'loading' }
  | {
      kind: 'ready';
      /** The cart at current prices. While an order is being placed: the cart as it was sent. */
      cart: Cart;
      /** Prices and availability that changed since the page opened. */
      changes: PriceChanges;
      /** Number of times that a change stopped the order. The message about the change takes the focus each time. */
      stops: number;
      /** The address as the shopper last typed it. */
      draft: ShippingAddress;
      /** True while an order is being placed, and then until the payment page has loaded. */
      isPlacing: boolean;
      saveDraft: (address: ShippingAddress) => void;
      /** Shows why an incomplete form cannot be submitted. */
      rejectForm: () => void;
      /** Places the order and navigates to payment. Shows failures itself and never rejects. */
      placeOrder: (address: ShippingAddress) => Promise<void>;
    };

export type ReadyCheckout = Extract<CheckoutState, { kind: 'ready' }>;

/** State of the checkout screen. Specification 2, 4 and 5 "Checkout"; Interpretations 23 and 34. */
export function useCheckout(): CheckoutState {
  const cart = useCart();
  const draft = useCheckoutDraft();
  const notify = useNotify();
  const currentPrices = useCurrentPrices();
  const { orderedCart, isPlacing, stops, placeOrder } = usePlaceOrder({ cart, currentPrices, onPlaced: draft.discard });

  if (!cart.isRead || !draft.address) return { kind: 'loading' };
  return {
    kind: 'ready',
    cart: orderedCart ?? cart,
    changes: currentPrices.changes,
    stops,
    draft: draft.address,
    isPlacing,
    saveDraft: draft.save,
    rejectForm: () => notify(cart.lines.length === 0 ? checkoutNotices.cartEmpty : checkoutNotices.fieldsMissing),
    placeOrder,
  };
}

/**
 * The typed address. It survives an error, a reload and a sign-in. `address` is null until storage was read: a server and a
 * first render have no storage. After `discard`, `save` does nothing. Both are stable.
 */
function useCheckoutDraft() {
  const [address, setAddress] = useState<ShippingAddress | null>(null);
  const isDiscarded = useRef(false);
  // A layout effect runs before the browser paints, so the first paint has the form.
  useLayoutEffect(() => setAddress(readDraft()), []);
  const save = useCallback((typed: ShippingAddress) => {
    if (!isDiscarded.current) writeDraft(typed);
  }, []);
  const discard = useCallback(() => {
    isDiscarded.current = true;
    writeDraft(null);
  }, []);
  return { address, save, discard };
}

/** Key in sessionStorage: the draft belongs to this tab and ends with the tab or a sign-out. */
const draftKey = 'checkout_draft';

/** Reads the address as last typed. A field is blank when storage has no text for it, or when the browser blocks storage. */
function readDraft(): ShippingAddress {
  try {
    const stored = JSON.parse(window.sessionStorage.getItem(draftKey) ?? 'null') as Record<string, unknown> | null;
    return mapShippingFields((field) => {
      const value = stored?.[field];
      return typeof value === 'string' ? value : '';
    });
  } catch {
    return blankAddress;
  }
}

/** Saves the address. Null deletes it. */
function writeDraft(address: ShippingAddress | null): void {
  try {
    if (address) window.sessionStorage.setItem(draftKey, JSON.stringify(address));
    else window.sessionStorage.removeItem(draftKey);
  } catch {
    // Storage is blocked or full. The form itself still holds the address.
  }
}
