import { type CartLine, sumLines } from '@shop/cart/cart-line';
import { useCartActions } from '@shop/cart/use-cart';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useEffect, useMemo } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { placedOrderStorage } from './checkout-storage';

export interface WaitingOrder {
  kind: 'waiting';
  orderId: string;
  /** The ordered lines at the prices of the order. */
  lines: CartLine[];
  /** Rupees. */
  total: number;
  /** Puts the lines back into the cart and the address back into the form, and opens the cart. The order stays as it is. */
  change: () => void;
}

/**
 * Finds the order that this tab has placed and that still waits for payment, such as after Back from the payment page.
 *
 * @param isWanted False while checkout has something else to show. Then no call is made.
 * @param restoreAddress Receives the address of the order when the shopper changes it.
 * @returns Null when no order of the signed-in shopper waits, or when the orders cannot be loaded.
 */
export function useWaitingOrder(
  isWanted: boolean,
  restoreAddress: (address: ShippingAddress) => void,
): WaitingOrder | { kind: 'loading' } | null {
  const { addAll } = useCartActions();
  const navigate = useNavigate();
  const placed = useMemo(() => (isWanted ? placedOrderStorage.read() : null), [isWanted]);
  const { currentData: order, isFetching } = cartCheckoutApi.useCartCheckoutPendingOrderQuery(placed?.orderId ?? '', {
    skip: placed === null,
    refetchOnMountOrArgChange: true,
  });
  useEffect(() => {
    if (order === null) placedOrderStorage.write(null);
  }, [order]);

  if (placed === null) return null;
  if (!order) return isFetching ? { kind: 'loading' } : null;
  const prices = new Map(order.items.map(({ id, price }) => [id, price]));
  const lines = placed.lines.map((line) => ({ ...line, price: prices.get(line.id) ?? line.price }));
  const change = () => {
    if (placed.address) restoreAddress(placed.address);
    addAll(lines);
    navigate(urls.cart());
  };
  return { kind: 'waiting', orderId: order.id, lines, total: sumLines(lines), change };
}
