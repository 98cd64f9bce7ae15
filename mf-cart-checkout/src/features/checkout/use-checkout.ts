import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { type Cart, useCart } from '@shop/cart/use-cart';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { addressDraft, createUnstoredNotice, storeAddress, storedAddress } from '@shop/forms/stored-address';
import { useTexts } from '@shop/language/texts';
import { useEndNotice, useNotify } from '@shop/notifications/use-notify';
import { useCallback, useState } from 'react';
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
       * @param isIncomplete True when a field has no text.
       */
      rejectForm: (isIncomplete: boolean) => () => void;
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

  if (!cart.isRead) return { kind: 'loading' };
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
    rejectForm: (isIncomplete) => {
      if (cart.lines.length === 0) return notify(notices.cartEmpty);
      const endFieldsMissing = () => endNotice(notices.fieldsMissing.key);
      if (isIncomplete) notify(notices.fieldsMissing);
      else endFieldsMissing();
      return endFieldsMissing;
    },
    ...order,
  };
}

const trimAddress = (address: ShippingAddress): string =>
  JSON.stringify(mapShippingFields((field) => address[field].trim()));

/** Reads the address with which checkout opens. `stored` is the stored address as this tab knows it, as JSON. */
function readLatest() {
  const onDevice = storedAddress.read();
  const stored = JSON.stringify(onDevice);
  // Other changes of this tab are in both. The account page and other tabs change the stored address alone.
  const isReplaced = replacedAddress.read() === stored;
  const address: ShippingAddress =
    (isReplaced ? null : onDevice) ?? addressDraft.read() ?? onDevice ?? mapShippingFields(() => '');
  return { address, isKept: JSON.stringify(address) === stored, isDiscarded: false, stored };
}

/**
 * The typed address. It survives an error, a reload and a sign-in; after the order it survives when the shopper keeps it on the
 * device. `address` is the latest address, also for a form that mounts again; `save` does not render the form again for it. After
 * `discard`, `save` does nothing. `save` never overwrites an address that another tab has stored, and stores none that another tab
 * has removed: the draft then replaces it for this order, as it does after `restore`. The functions are stable.
 *
 * @param onUnstored Called when the browser has not stored the address on the device: nothing is stored then. It is stable.
 */
function useCheckoutDraft(onUnstored: () => void) {
  // The screen renders after hydration only, so its first render has the storage of the device.
  const [latest] = useState(readLatest);
  const [isKept, setIsKept] = useState(latest.isKept);
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
      const isTyped = JSON.stringify(typed) !== JSON.stringify(latest.address);
      latest.address = typed;
      if (latest.isDiscarded) return;
      // A form also reports its initial values, maybe long after they were read.
      if (!isTyped && latest.isKept && JSON.stringify(storedAddress.read()) !== latest.stored) return;
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
  return { address: latest.address, isKept, save, discard, keep, restore };
}
