import type { Order, OrderItem } from '@shop/api-contract/decoders/order';
import type { CartLine } from '@shop/cart/cart-line';
import { useCallback, useState } from 'react';
import { cartCheckoutApi } from '../../api/cart-checkout.endpoints';
import { isSentRecently, sentOrderStorage } from './checkout-storage';
import { isOrderOf } from './ordered-lines';

/** An order of the shopper that waits for payment, with products of the cart. */
export interface RecentOrder {
  orderId: string;
  items: OrderItem[];
  /** True when the order has the pieces of the submission. */
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
 * of this device, so that an order usually needs no further call. The same submission is sent again without a look while the server
 * keeps its key: it answers with the first order.
 */
export function useRecentOrder() {
  const [recent, setRecent] = useState<RecentOrder | null>(null);
  const [load] = cartCheckoutApi.useLazyCartCheckoutPendingOrdersQuery();

  /**
   * Shows the order that an earlier submission has made.
   *
   * @param idempotencyKey  Null: the submission is sent without one.
   * @returns Whether there is one, and the error of the look if it failed.
   */
  const find = async (
    lines: readonly CartLine[],
    idempotencyKey: string | null,
  ): Promise<{ isFound: boolean; error?: unknown }> => {
    const sent = sentOrderStorage.read();
    if (!sent || (sent.key === idempotencyKey && isSentRecently(sent))) return { isFound: false };
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, readTimeoutMs, null));
    const response = await Promise.race([load(), timeout]);
    // The order whose response was lost is none of those whose responses have arrived.
    const orders = (response?.data ?? [])
      .filter(({ id }) => !sent.received?.includes(id))
      .map((order) => toRecentOrder(order, lines));
    const isNear = ({ date, items }: (typeof orders)[number]) => {
      const delay = Date.parse(date) - sent.sentAt;
      const hasProduct = items.some((item) => lines.some(({ id }) => id === item.id));
      return delay >= -maxClockLeadMs && delay <= maxDelayMs && hasProduct;
    };
    const findSame = (candidates: typeof orders) => candidates.find(({ isSame }) => isSame);
    const near = orders.filter(isNear);
    // The clock of the device may be wrong by more. The date of the same order says nothing then.
    const order = findSame(near) ?? near[0] ?? (isSentRecently(sent) ? findSame(orders) : null) ?? null;
    setRecent(order);
    return { isFound: order !== null, error: response?.error };
  };
  const dismiss = useCallback(() => setRecent(null), []);
  return { recent, load, find, dismiss };
}

function toRecentOrder({ id: orderId, date, items }: Order, lines: readonly CartLine[]) {
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return { orderId, date, items, isSame: isOrderOf(lines, items), total };
}
