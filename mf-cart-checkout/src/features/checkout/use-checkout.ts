import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { type Cart, useCart } from '@shop/cart/use-cart';
import { tooLong } from '@shop/forms/form';
import { blankAddress, type ShippingAddress } from '@shop/forms/shipping-address';
import { addressDraft, createUnstoredNotice, storeAddress, storedAddress } from '@shop/forms/stored-address';
import { useTexts } from '@shop/language/texts';
import { useEndNotice, useNotify } from '@shop/notifications/use-notify';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type PriceChanges, useCurrentPrices } from '../../current-prices/use-current-prices';
import { replacedAddress } from './checkout-storage';
import { createCheckoutNotices, type PlaceOrder, usePlaceOrder } from './use-place-order';
import { useWaitingOrder, type WaitingOrder } from './use-waiting-order';

export type CheckoutState =
  | { kind: 'loading' }
  | WaitingOrder
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
      /** True when the shopper keeps the address on this device. False after another tab has changed or removed the stored one. */
      isAddressKept: boolean;
      keepAddress: (isKept: boolean) => void;
      saveDraft: (address: ShippingAddress) => void;
      /**
       * Shows why the form cannot be submitted. A text that is too long is described at its field only.
       * Returns a function that ends the toast.
       *
       * @param errors The message of each field in error.
       */
      rejectForm: (errors: object) => () => void;
      /** Places the order and navigates to payment. Shows failures itself and never rejects. */
      placeOrder: PlaceOrder['placeOrder'];
      recentOrder: PlaceOrder['recentOrder'];
      payRecentOrder: PlaceOrder['payRecentOrder'];
      dismissRecentOrder: PlaceOrder['dismissRecentOrder'];
    };

export type ReadyCheckout = Extract<CheckoutState, { kind: 'ready' }>;

/** State of the checkout screen. Specification 2, 4 and 5 "Checkout"; Interpretations 23 and 34. */
export function useCheckout(): CheckoutState {
  const cart = useCart();
  const t = useTexts();
  const notices = createCheckoutNotices(t);
  const notify = useNotify();
  const draft = useCheckoutDraft(useCallback(() => void notify(createUnstoredNotice(t)), [notify, t]));
  const endNotice = useEndNotice();
  const currentPrices = useCurrentPrices();
  const { orderedCart, isPlacing, stops, ...order } = usePlaceOrder({ cart, currentPrices, onPlaced: draft.discard });

  const isEmpty = cart.isRead && cart.lines.length === 0 && !orderedCart && !isPlacing;
  const waiting = useWaitingOrder(isEmpty, draft.restore);

  if (!cart.isRead || !draft.address) return { kind: 'loading' };
  if (waiting) return waiting;
  return {
    kind: 'ready',
    cart: orderedCart ?? cart,
    changes: currentPrices.changes,
    stops,
    draft: draft.address,
    isPlacing,
    isAddressKept: draft.isKept,
    keepAddress: draft.keep,
    saveDraft: draft.save,
    rejectForm: (errors) => {
      if (cart.lines.length === 0) return notify(notices.cartEmpty);
      const endFieldsMissing = () => endNotice(notices.fieldsMissing.key);
      if (Object.values(errors).some((message) => message !== tooLong)) notify(notices.fieldsMissing);
      else endFieldsMissing();
      return endFieldsMissing;
    },
    ...order,
  };
}

const trimAddress = (address: ShippingAddress): string =>
  JSON.stringify(mapShippingFields((field) => address[field].trim()));

/**
 * The typed address. It survives an error, a reload and a sign-in; after the order it survives when the shopper keeps it on the
 * device. `address` is null until storage was read: a server and a first render have no storage. Then it is the latest address, also
 * for a form that mounts again; `save` does not render the form again for the address. After `discard`, `save` does nothing. `save`
 * never overwrites an address that another tab has stored, and stores none that another tab has removed: the draft then replaces it
 * for this order, as it does after `restore`. The functions are stable.
 *
 * @param onUnstored Called when the browser has not stored the address on the device: nothing is stored then. It is stable.
 */
function useCheckoutDraft(onUnstored: () => void) {
  const [isRead, setIsRead] = useState(false);
  const [isKept, setIsKept] = useState(false);
  // `stored` is the stored address as this tab has read or written it last, as JSON.
  const latest = useRef({ address: blankAddress, isKept: false, isDiscarded: false, stored: '' }).current;
  // A layout effect runs before the browser paints, so the first paint has the form.
  useLayoutEffect(() => {
    const stored = storedAddress.read();
    latest.stored = JSON.stringify(stored);
    // Other changes of this tab are in both. The account page and other tabs change the stored address alone.
    const isReplaced = replacedAddress.read() === latest.stored;
    latest.address = (isReplaced ? null : stored) ?? addressDraft.read() ?? stored ?? blankAddress;
    latest.isKept = JSON.stringify(latest.address) === latest.stored;
    setIsKept(latest.isKept);
    setIsRead(true);
  }, [latest]);
  const keep = useCallback(
    (isWanted: boolean) => {
      latest.isKept = isWanted && storeAddress(latest.address);
      setIsKept(latest.isKept);
      // Also an earlier address, which the shopper has changed.
      if (!latest.isKept) storedAddress.write(null);
      latest.stored = JSON.stringify(storedAddress.read());
      replacedAddress.write(null);
      if (isWanted && !latest.isKept) onUnstored();
    },
    [latest, onUnstored],
  );
  /** Uses the draft for this order, and leaves the stored address as it is. */
  const replace = useCallback(() => {
    latest.isKept = false;
    setIsKept(false);
    replacedAddress.write(JSON.stringify(storedAddress.read()));
  }, [latest]);
  const save = useCallback(
    (typed: ShippingAddress) => {
      latest.address = typed;
      if (latest.isDiscarded) return;
      addressDraft.write(typed);
      if (!latest.isKept) return;
      if (JSON.stringify(storedAddress.read()) === latest.stored) return keep(true);
      // Another tab has changed or removed the stored address since. It stays so until the shopper ticks the box again.
      replace();
    },
    [latest, keep, replace],
  );
  const discard = useCallback(() => {
    latest.isDiscarded = true;
    addressDraft.write(null);
    replacedAddress.write(null);
  }, [latest]);
  const restore = useCallback(
    (typed: ShippingAddress) => {
      latest.isDiscarded = false;
      latest.address = typed;
      addressDraft.write(typed);
      const stored = storedAddress.read();
      // A submitted address has no blanks at its ends.
      if (!stored || trimAddress(stored) !== trimAddress(typed)) replace();
    },
    [latest, replace],
  );
  return { address: isRead ? latest.address : null, isKept, save, discard, keep, restore };
}
