import { type ApiError, toApiError } from '@shop/api-client/api-error';
import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { quantitiesByProduct } from '@shop/cart/cart-line';
import { type Cart, useCart, useCartActions } from '@shop/cart/use-cart';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useEffect, useRef, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import type { ShippingAddress } from './shipping-address';
import { useCheckoutDraft } from './use-checkout-draft';

/** Specification 5 "Checkout" and 8 "Orders and payment". */
const notices = {
  cartEmpty: { title: 'Cart is empty', description: 'Please add items to your cart before checkout.' },
  fieldsMissing: { title: 'Please fill all fields', description: 'All shipping information fields are required.' },
  orderFailed: { title: 'Error placing order', description: 'Please try again later.' },
} as const;

/** For who has left checkout meanwhile, and is not taken out of where they are. */
const placedNotice = { title: 'Order placed', description: 'It waits for its payment under My Orders.' };

/** Checkout screens on the page. Not one screen's own: who leaves and comes back is led on to payment all the same. */
let screensShown = 0;

export type CheckoutState =
  | { kind: 'loading' }
  | {
      kind: 'ready';
      /** What is ordered: the cart, and while an order is on its way the cart as it was sent. */
      cart: Cart;
      /** Ids of products in it that the shop turned out not to have any more. */
      unavailableIds: ReadonlySet<string>;
      /** What the shopper typed before. */
      draft: ShippingAddress;
      /** An order is on its way, or placed and the payment page is loading. */
      isPlacing: boolean;
      keepDraft: (address: ShippingAddress) => void;
      /** Says why an incomplete form cannot be sent. */
      refuse: () => void;
      /** Places the order and goes on to payment. Settles when that is decided; shows failures itself. */
      placeOrder: (address: ShippingAddress) => Promise<void>;
    };

/** The server has read the order and will not take it; 401 is about the shopper. */
const isRefusal = (error: ApiError) => error.kind === 'status' && error.status < 500 && error.status !== 401;

/** Checkout. Specification 2, 4 and 5 "Checkout"; Interpretations 23 and 34. */
export function useCheckout(): CheckoutState {
  const cart = useCart();
  const { removeOrdered } = useCartActions();
  const draft = useCheckoutDraft();
  const notify = useNotify();
  const navigate = useNavigate();
  // One key for the page: who leaves and comes back while an order is on its way finds it still on its way.
  const [send, { isLoading }] = cartCheckoutApi.useCartCheckoutPlaceOrderMutation({ fixedCacheKey: 'cart-checkout' });
  const [ordered, setOrdered] = useState<Cart | null>(null);
  const [ask] = cartCheckoutApi.useLazyCartCheckoutProductsQuery();
  const [unavailableIds, setGoneIds] = useState<ReadonlySet<string>>(new Set());
  const isLocked = useRef(false);
  const release = () => {
    isLocked.current = false;
    setOrdered(null);
  };
  // An order that is still on its way goes on being so: `isLoading` tells.
  useResetOnReturn(release);
  useEffect(() => {
    screensShown += 1;
    return () => {
      screensShown -= 1;
    };
  }, []);

  const fail = (notice: (typeof notices)[keyof typeof notices]) => notify({ tone: 'destructive', ...notice });

  /** The server need not say what it minds: a product that was withdrawn would have it refuse every try. */
  const findUnavailable = async (ids: string[]) => {
    const { data } = await ask(ids);
    setGoneIds(new Set(data?.unavailableIds));
  };

  const placeOrder = async (address: ShippingAddress) => {
    if (isLocked.current || isLoading) return;
    if (cart.lines.length === 0) {
      fail(notices.cartEmpty);
      return;
    }
    isLocked.current = true;
    setOrdered(cart);
    const products = quantitiesByProduct(cart.lines);
    const shippingAddress = mapShippingFields((field) => address[field].trim());
    try {
      const { id } = await send({ products, shippingAddress }).unwrap();
      draft.forget();
      // The lock and the ordered lines stay until the payment page has taken over. Interpretation 23.
      if (screensShown > 0) navigate(urls.payment(id));
      else notify(placedNotice);
      removeOrdered(cart.lines);
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Failed to create order:', error);
      fail(notices.orderFailed);
      release();
      if (isRefusal(error)) void findUnavailable(Object.keys(products));
    }
  };

  if (!cart.isRead || !draft.address) return { kind: 'loading' };
  return {
    kind: 'ready',
    cart: ordered ?? cart,
    unavailableIds,
    draft: draft.address,
    isPlacing: ordered !== null || isLoading,
    keepDraft: draft.keep,
    refuse: () => fail(cart.lines.length === 0 ? notices.cartEmpty : notices.fieldsMissing),
    placeOrder,
  };
}
