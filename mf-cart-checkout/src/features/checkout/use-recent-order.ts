import type { Order } from '@shop/api-contract/decoders/order';
import { useCallback, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { sentOrderStorage } from './checkout-storage';

/** An order of the shopper that waits for payment, with products of the cart. */
export interface RecentOrder {
  orderId: string;
  /** Product id to quantity. */
  products: Record<string, number>;
  /** Rupees. */
  total: number;
}

/** Milliseconds that a submit waits for the orders of the shopper. */
const readTimeoutMs = 4000;

/** Milliseconds between the clocks of server and device up to which an order counts as the one that was sent. */
const maxAgeMs = 24 * 60 * 60 * 1000;

/**
 * Finds the order that a submission with a lost response has made, before another one is sent. It looks only after a lost response
 * of this device, so that an order usually needs no further call. The same submission is sent again without a look: the server
 * answers it with the first order.
 */
export function useRecentOrder() {
  const [recent, setRecent] = useState<RecentOrder | null>(null);
  const [load] = cartCheckoutApi.useLazyCartCheckoutPendingOrdersQuery();

  /** Shows the order that an earlier submission has made. Returns true when there is one. */
  const find = async (products: Record<string, number>, idempotencyKey: string): Promise<boolean> => {
    const sent = sentOrderStorage.read();
    if (!sent || sent.key === idempotencyKey) return false;
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, readTimeoutMs, null));
    const response = await Promise.race([load(), timeout]);
    const isRecent = ({ items, date }: Order) =>
      items.some(({ id }) => id in products) && !(Math.abs(Date.parse(date) - sent.sentAt) > maxAgeMs);
    const order = response?.data?.find(isRecent);
    setRecent(order ? toRecentOrder(order) : null);
    return order !== undefined;
  };
  const dismiss = useCallback(() => setRecent(null), []);
  return { recent, find, dismiss };
}

function toRecentOrder({ id: orderId, items }: Order): RecentOrder {
  const products: Record<string, number> = {};
  for (const { id, quantity } of items) products[id] = (products[id] ?? 0) + quantity;
  return { orderId, products, total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) };
}
