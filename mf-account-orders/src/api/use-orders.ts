import { isNotFound } from '@shop/api-client/api-error';
import type { Order } from '@shop/api-contract/decoders/order';
import { text } from '@shop/language/texts';
import { useEffect } from 'react';
import { accountOrdersApi } from './account-orders.endpoints';
import { orderPageSize } from './page-size';
import { useErrorSinceMount } from './use-error-since-mount';

/** Specification 8 "Orders and payment". */
export const ordersLoadFailed = text('Failed to load your orders. Please try again.');

export type OrdersState =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'empty' }
  | {
      kind: 'ready';
      orders: Order[];
      /** The page of these orders, from 1: the last one for a number above it. */
      page: number;
      /** Number of orders on all pages. */
      total: number;
    };

/** Loads at every visit, because orders change on the server. */
const atEveryVisit = { refetchOnMountOrArgChange: true };

/**
 * One page of the shopper's orders. The newest orders are those of the call of the specification. The API sends the others page by
 * page when it has announced pages. Specification 7, GET /orders.
 */
export function useOrders(page: number): OrdersState {
  const newest = accountOrdersApi.useAccountOrdersListQuery(undefined, atEveryVisit);
  const { orders = [], total = 0 } = newest.currentData ?? {};
  const shown = Math.min(page, Math.max(1, Math.ceil(total / orderPageSize)));
  const isOlder = shown * orderPageSize > orders.length && orders.length < total;
  const older = accountOrdersApi.useAccountOrdersListQuery(shown, { ...atEveryVisit, skip: !isOlder });
  const newestError = useReportedError(newest.error);
  const olderError = useReportedError(older.error);

  if (newestError && !newest.isFetching) return { kind: 'failed', retry: () => void newest.refetch() };
  if (!newest.currentData) return { kind: 'loading' };
  if (total === 0) return { kind: 'empty' };
  if (!isOlder) {
    const start = (shown - 1) * orderPageSize;
    return { kind: 'ready', orders: orders.slice(start, start + orderPageSize), page: shown, total };
  }
  if (olderError && !older.isFetching) return { kind: 'failed', retry: () => void older.refetch() };
  if (!older.currentData?.orders.length) return { kind: 'loading' };
  return { kind: 'ready', orders: older.currentData.orders, page: shown, total };
}

export type OrderState =
  | { kind: 'loading' | 'missing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; order: Order };

/** One order of the shopper: from the newest orders, else with a call of its own where the API has older ones. */
export function useOrder(id: string): OrderState {
  const newest = accountOrdersApi.useAccountOrdersListQuery(undefined, atEveryVisit);
  const { orders = [], total = 0 } = newest.currentData ?? {};
  const order = orders.find((candidate) => candidate.id === id);
  const older = accountOrdersApi.useAccountOrdersOlderQuery(id, {
    ...atEveryVisit,
    skip: order !== undefined || orders.length >= total,
  });
  const newestError = useReportedError(newest.error);

  if (newestError && !newest.isFetching) return { kind: 'failed', retry: () => void newest.refetch() };
  const found = order ?? older.currentData;
  if (found) return { kind: 'ready', order: found };
  if (!newest.currentData || older.isFetching) return { kind: 'loading' };
  if (older.error && !isNotFound(older.error)) return { kind: 'failed', retry: () => void older.refetch() };
  return { kind: 'missing' };
}

/** Reports an error since the mount in the console. @returns The error. */
function useReportedError<Failure>(failure: Failure | undefined): Failure | undefined {
  const error = useErrorSinceMount(failure);
  useEffect(() => {
    if (error) console.error('The orders did not load:', error);
  }, [error]);
  return error;
}
