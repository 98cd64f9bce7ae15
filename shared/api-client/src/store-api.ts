import { createApi } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error';
import { storeBaseQuery } from './base-query';

/**
 * The one api of the shop. Remotes inject their endpoints; endpoint names carry the remote's prefix (`catalogProduct`),
 * since all share one namespace and a second definition of a name would silently lose.
 *
 * Every endpoint checks what it receives with a reading from `@shop/api-contract` as its `rawResponseSchema`; an answer
 * that does not fit becomes a `malformed` error, never a crash. Interpretation 11.
 */
export const storeApi = createApi({
  reducerPath: 'api',
  baseQuery: storeBaseQuery,
  /** Tags that cross remotes. */
  tagTypes: ['Account', 'Order', 'Product', 'StoreInfo'],
  /** Seconds an unused answer is kept: long enough that Back finds the list as it was. */
  keepUnusedDataFor: 600,
  /**
   * The default waits until no call is under way: whoever signs in would see the answers of the one before meanwhile.
   */
  invalidationBehavior: 'immediately',
  catchSchemaFailure: (failure): ApiError => ({ kind: 'malformed', message: failure.message }),
  endpoints: () => ({}),
});
