import type { Order } from '@shop/api-contract/decoders/order';
import { useCallback, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { sentOrderStorage } from './checkout-storage';

/** An order of the shopper that waits for payment, with products of the cart. */
export interface RecentOrder {
  orderId: string;
  /** Product id to quantity. */
  products: Record<string, number>;
  /** True when the order has the products and quantities of the submission. */
  isSame: boolean;
  /** Rupees. */
  total: number;
}

/** Milliseconds that a submit waits for the orders of the shopper. */
const readTimeoutMs = 4000;

/** Milliseconds that the clock of the device may be ahead of the clock of the server. An older order is another one. */
const maxClockLeadMs = 10 * 60 * 1000;

/** Milliseconds after the first attempt in which a further attempt may have made the order. */
const maxDelayMs = 24 * 60 * 60 * 1000;

/**
 * Finds the order that a submission with a lost response has made, before another one is sent. It looks only after a lost response
 * of this device, so that an order usually needs no further call. The same submission is sent again without a look when the server
 * received its key: it answers with the first order.
 */
export function useRecentOrder() {
  const [recent, setRecent] = useState<RecentOrder | null>(null);
  const [load] = cartCheckoutApi.useLazyCartCheckoutPendingOrdersQuery();

  /**
   * Shows the order that an earlier submission has made. Returns true when there is one.
   *
   * @param idempotencyKey  Null: the submission is sent without one.
   */
  const find = async (products: Record<string, number>, idempotencyKey: string | null): Promise<boolean> => {
    const sent = sentOrderStorage.read();
    if (!sent || sent.key === idempotencyKey) return false;
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, readTimeoutMs, null));
    const response = await Promise.race([load(), timeout]);
    const isRecent = ({ items, date }: Order) => {
      const delay = Date.parse(date) - sent.sentAt;
      return delay >= -maxClockLeadMs && delay <= maxDelayMs && items.some(({ id }) => Object.hasOwn(products, id));
    };
    const orders = (response?.data ?? []).filter(isRecent).map((order) => toRecentOrder(order, products));
    const order = orders.find(({ isSame }) => isSame) ?? orders[0] ?? null;
    setRecent(order);
    return order !== null;
  };
  const dismiss = useCallback(() => setRecent(null), []);
  return { recent, find, dismiss };
}

/** Compares the products and quantities of two orders. */
export const hasSameProducts = (a: Record<string, number>, b: Record<string, number>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, quantity]) => b[id] === quantity);

function toRecentOrder({ id: orderId, items }: Order, wanted: Record<string, number>): RecentOrder {
  const products: Record<string, number> = {};
  for (const { id, quantity } of items) products[id] = (products[id] ?? 0) + quantity;
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return { orderId, products, isSame: hasSameProducts(products, wanted), total };
}
