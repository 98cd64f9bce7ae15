import { createApi } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error';
import { storeBaseQuery } from './base-query';

/**
 * The RTK Query api of the shop. Remotes inject their endpoints. An endpoint name carries the remote's prefix
 * (`catalogProducts`), because all remotes share one namespace and a second definition of a name is silently ignored.
 *
 * Every endpoint decodes its response with a decoder of `@shop/api-contract` as its `rawResponseSchema`. A response that
 * does not match becomes a `malformed` error and never a crash. Interpretation 11.
 */
export const storeApi = createApi({
  reducerPath: 'api',
  baseQuery: storeBaseQuery,
  /** Tags that several remotes use. */
  tagTypes: ['Account', 'Order', 'Product', 'StoreInfo'],
  /** Seconds until an unused response is evicted. Back to a product list finds its response in the cache. */
  keepUnusedDataFor: 600,
  /** Only a page whose document carries old responses dispatches `onOnline`. */
  refetchOnReconnect: true,
  /** The default waits for pending calls. During that wait, a shopper who signs in would see responses of the previous shopper. */
  invalidationBehavior: 'immediately',
  catchSchemaFailure: (failure): ApiError => ({ kind: 'malformed', message: failure.message }),
  endpoints: () => ({}),
});
