import { type Cart, useCart } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import type { PriceChanges } from '../../current-prices/price-changes';
import { useCurrentPrices } from '../../current-prices/use-current-prices';
import { checkoutNotices } from './checkout-messages';
import type { ShippingAddress } from './shipping-address';
import { useCheckoutDraft } from './use-checkout-draft';
import { usePlaceOrder } from './use-place-order';

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
