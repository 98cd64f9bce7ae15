import type { OrderToPay, OrderToPayItem } from '@shop/remote-contract/order-to-pay';
import { useEffect, useState } from 'react';
import { paymentApi } from '../../../api/payment.endpoints';

/** Milliseconds that the payment form waits for the amount of the order. */
const orderTimeoutMs = 4000;

/**
 * The order that the shopper pays for.
 * - `loading`: the amount is on its way.
 * - `ready`: `total` is the amount that the server charges. Checkout showed the same amount or none, or the shopper has
 *   confirmed the new amount.
 * - `changed`: the server charges another amount than checkout showed. The shopper has to confirm before paying.
 * - `unknown`: the amount could not be loaded. `items` and `shownTotal` are what checkout showed, if anything.
 *
 * All amounts are in rupees.
 */
export type PayableOrder =
  | { kind: 'loading' }
  | { kind: 'ready'; items: readonly OrderToPayItem[]; total: number; isConfirmed: boolean }
  | ChangedOrder
  | { kind: 'unknown'; items: readonly OrderToPayItem[]; shownTotal: number | undefined; retry: () => void };

/** An order that costs another amount than checkout showed. */
export interface ChangedOrder {
  kind: 'changed';
  items: readonly OrderToPayItem[];
  total: number;
  shownTotal: number;
  /** The shopper accepts the total. */
  confirm: () => void;
}

/**
 * Finds items and amount of an order: from the order that checkout handed over when the server has priced it, else from
 * the shopper's orders.
 *
 * @param orderId Empty when the address names no order: then no call is made.
 * @param handedOver The order that checkout handed over in navigation state; null when the shopper came another way.
 */
export function usePayableOrder(orderId: string, handedOver: OrderToPay | null): PayableOrder {
  const isPriced = handedOver?.total !== undefined;
  const skip = !orderId || isPriced;
  const [attempt, setAttempt] = useState(0);
  const { currentData, isFetching } = paymentApi.usePaymentOrderQuery({ orderId, attempt }, { skip });
  const isOverdue = useIsOverdue(!skip && isFetching, attempt);
  const [confirmedTotal, setConfirmedTotal] = useState<number>();

  const loaded = currentData?.items.length ? currentData : null;
  const items = (isPriced ? handedOver.items : loaded?.items) ?? handedOver?.items ?? [];
  const total = isPriced ? handedOver.total : loaded ? sumItems(loaded.items) : undefined;
  const shownTotal = handedOver?.shownTotal;

  if (total === undefined) {
    if (isFetching && !isOverdue) return { kind: 'loading' };
    return { kind: 'unknown', items, shownTotal, retry: () => setAttempt(attempt + 1) };
  }
  const isConfirmed = confirmedTotal !== undefined && isSameAmount(confirmedTotal, total);
  if (shownTotal === undefined || isSameAmount(shownTotal, total) || isConfirmed) {
    return { kind: 'ready', items, total, isConfirmed };
  }
  return { kind: 'changed', items, total, shownTotal, confirm: () => setConfirmedTotal(total) };
}

/** True once the call of an attempt has been running for `orderTimeoutMs`. */
function useIsOverdue(isRunning: boolean, attempt: number): boolean {
  const [overdueAttempt, setOverdueAttempt] = useState<number>();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setOverdueAttempt(attempt), orderTimeoutMs);
    return () => clearTimeout(timer);
  }, [isRunning, attempt]);
  return overdueAttempt === attempt;
}

function sumItems(items: readonly OrderToPayItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Compares in paise: sums of fractions differ in the last bits. */
function isSameAmount(a: number, b: number): boolean {
  return Math.round(a * 100) === Math.round(b * 100);
}
