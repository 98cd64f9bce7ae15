import type { OrderToPay, OrderToPayItem } from '@shop/remote-contract/order-to-pay';
import { useIsShown } from '@shop/router/use-is-shown';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { paymentApi } from '../../../api/payment.endpoints';
import { useIsOverdue } from '../../../order/use-is-overdue';

/** Milliseconds between two reads of an order whose payment is expected: at first, later or after a failed read, and at last. */
const awaitedIntervalMs = 3000;
const lateIntervalMs = 15_000;
const lastIntervalMs = 60_000;
/** Milliseconds after which the reads are fewer, and after which they are fewest. A return to the page begins again. */
const lateAfterMs = 2 * 60_000;
const lastAfterMs = 15 * 60_000;

/**
 * The order that the shopper pays for.
 * - `loading`: the amount is on its way.
 * - `ready`: `total` is the amount that the server charges. Checkout showed the same amount or none, or the shopper has
 *   confirmed the new amount.
 * - `changed`: the server charges another amount than checkout showed. The shopper has to confirm before paying.
 * - `closed`: the order takes no payment. Specification 4, "Only Pending orders offer payment".
 * - `not-found`: the shopper has no such order.
 * - `unknown`: the amount could not be loaded. `items` and `shownTotal` are what checkout showed, if anything.
 *
 * All amounts are in rupees.
 */
export type PayableOrder =
  | { kind: 'loading' }
  | { kind: 'ready'; items: readonly OrderToPayItem[]; total: number }
  | ChangedOrder
  | ClosedOrder
  | { kind: 'not-found' }
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

/** An order that takes no payment. `other`: the order has a status that the shop does not know. */
export interface ClosedOrder {
  kind: 'closed';
  status: 'paid' | 'cancelled' | 'other';
  items: readonly OrderToPayItem[];
  total: number;
  /** What the courier collects. Absent when nothing is due. */
  dueOnDelivery?: number | undefined;
}

export interface PayableOrderOptions {
  /** Empty when the address names no order: then no call is made. */
  orderId: string;
  /** The order that checkout handed over in navigation state; null when the shopper came another way. */
  handedOver: OrderToPay | null;
  /** True when checkout has placed the order just now. The order then waits for payment. */
  isNew: boolean;
  /** True while a payment outside of the page is expected. The order is then read again until it takes no payment. */
  isAwaited: boolean;
}

/** Returns why an order takes no payment, by its status code of specification 3. Undefined when it waits for payment. */
function readClosedStatus(status: number): ClosedOrder['status'] | undefined {
  if (status === 0) return undefined;
  if (status === 4) return 'cancelled';
  return status >= 1 && status <= 3 ? 'paid' : 'other';
}

/**
 * Finds items and amount of an order: from the order that checkout handed over when the server has priced it, else from
 * the shopper's orders. Reads the status of the order when the page opens, when the shopper returns to it, and while a payment
 * is awaited.
 */
export function usePayableOrder({ orderId, handedOver: ofCheckout, isNew, isAwaited }: PayableOrderOptions) {
  const [attempt, setAttempt] = useState(0);
  const isVisible = useIsVisible();
  const isShown = useIsShown();
  const query = paymentApi.usePaymentOrderQuery({ orderId, attempt }, { skip: !orderId });
  const { currentData, isFetching, error, refetch } = query;
  // A state in the history outlives the session of the shopper who placed the order. Only the server knows whose order it is.
  const handedOver = isNew || currentData ? ofCheckout : null;
  const isPriced = handedOver?.total !== undefined;
  const isFirstRead = isFetching && currentData === undefined && error === undefined;
  const isOverdue = useIsOverdue(isFirstRead, attempt);
  const [confirmedTotal, setConfirmedTotal] = useState<number>();
  /**
   * Reads the order again. Resolves when the read has ended, to false when it failed. Does nothing after the shopper has left the
   * page: `refetch` would throw.
   */
  const reload = async () => !orderId || !isShown.current || !(await refetch()).isError;
  useOnReturn(reload);
  const order = getOrder();
  // The list of orders may be older than the order that checkout has placed, also after a reload of this page.
  const mayArrive = order.kind === 'not-found' && ofCheckout !== null;
  useRepeatedRead((isAwaited || mayArrive) && isVisible && order.kind !== 'closed', reload);
  return { order, reload };

  function getOrder(): PayableOrder {
    const loaded = currentData?.items.length ? currentData : null;
    const items = (isPriced ? handedOver.items : loaded?.items) ?? handedOver?.items ?? [];
    const total = isPriced ? handedOver.total : loaded ? sumItems(loaded.items) : undefined;
    const shownTotal = handedOver?.shownTotal;

    const closed = currentData ? readClosedStatus(currentData.status) : undefined;
    if (currentData && closed) {
      return { kind: 'closed', status: closed, items, total: total ?? 0, dueOnDelivery: currentData.dueOnDelivery };
    }
    // The list of orders may be older than the order that checkout has just placed.
    if (currentData === null && !handedOver) return { kind: 'not-found' };
    if (isFirstRead && !isOverdue && !(isPriced && isNew)) return { kind: 'loading' };
    if (total === undefined) return { kind: 'unknown', items, shownTotal, retry: () => setAttempt(attempt + 1) };
    const isConfirmed = confirmedTotal !== undefined && isSameAmount(confirmedTotal, total);
    if (shownTotal === undefined || isSameAmount(shownTotal, total) || isConfirmed) {
      return { kind: 'ready', items, total };
    }
    return { kind: 'changed', items, total, shownTotal, confirm: () => setConfirmedTotal(total) };
  }
}

/** Calls a function when the shopper returns to the page from another window, tab or app. */
function useOnReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const handle = () => document.visibilityState === 'visible' && latest.current();
    window.addEventListener('focus', handle);
    document.addEventListener('visibilitychange', handle);
    return () => {
      window.removeEventListener('focus', handle);
      document.removeEventListener('visibilitychange', handle);
    };
  }, []);
}

/**
 * Reads again and again while it is active, each time after the read before has ended. Less often later and after a failure.
 *
 * @param read Resolves to false when the read failed.
 */
function useRepeatedRead(isActive: boolean, read: () => Promise<boolean>): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (!isActive) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const schedule = (hasRead: boolean) => {
      if (isEnded) return;
      const interval = getIntervalMs(Date.now() - startedAt, hasRead);
      timer = setTimeout(async () => schedule(await latest.current()), interval);
    };
    schedule(true);
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, [isActive]);
}

/** Returns the milliseconds until the next read. @param ageMs Milliseconds since the first one was planned. */
function getIntervalMs(ageMs: number, hasRead: boolean): number {
  if (ageMs >= lastAfterMs) return lastIntervalMs;
  return hasRead && ageMs < lateAfterMs ? awaitedIntervalMs : lateIntervalMs;
}

const subscribeToVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** True while the page is visible. A hidden page polls nothing. */
const useIsVisible = () => useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');

function sumItems(items: readonly OrderToPayItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Compares in paise: sums of fractions differ in the last bits. */
function isSameAmount(a: number, b: number): boolean {
  return Math.round(a * 100) === Math.round(b * 100);
}
