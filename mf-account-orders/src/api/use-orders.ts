import type { Order } from '@shop/api-contract/decoders/order';
import { text } from '@shop/language/texts';
import { useEffect } from 'react';
import { accountOrdersApi } from './account-orders.endpoints';
import { useErrorSinceMount } from './use-error-since-mount';

/** Specification 8 "Orders and payment". */
export const ordersLoadFailed = text('Failed to load your orders. Please try again.');

export type OrdersState =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'empty' }
  | { kind: 'ready'; orders: Order[] };

/** The shopper's orders, for the list and for the page of one order. Loads at every visit, because orders change on the server. Specification 7, GET /orders. */
export function useOrders(): OrdersState {
  const query = accountOrdersApi.useAccountOrdersListQuery(undefined, { refetchOnMountOrArgChange: true });
  const { currentData, isFetching, refetch } = query;
  const error = useErrorSinceMount(query.error);

  useEffect(() => {
    if (error) console.error('The orders did not load:', error);
  }, [error]);

  if (error && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  if (!currentData) return { kind: 'loading' };
  return currentData.length === 0 ? { kind: 'empty' } : { kind: 'ready', orders: currentData };
}
