import { createAction, type Dispatch } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { ApiError } from './api-error';
import { storeBaseQuery } from './base-query';

/**
 * Puts the responses of a document into the cache: `queries` and `provided` of the server's state. Endpoints that are injected
 * later find them there.
 *
 * @example store.dispatch(responsesTransferred(responses));
 * @see https://redux-toolkit.js.org/rtk-query/usage/server-side-rendering
 */
export const responsesTransferred = createAction<object>('api/responsesTransferred');

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
  /**
   * Seconds until an unused response is evicted. Back to a product list finds its response in the cache. On a server the Redux
   * store ends with its page, and no timer holds it.
   */
  keepUnusedDataFor: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 600,
  /** For `refetchWhenOnline`. Other pages request nothing when the device is online again. */
  refetchOnReconnect: true,
  /** The default waits for pending calls. During that wait, a shopper who signs in would see responses of the previous shopper. */
  invalidationBehavior: 'immediately',
  catchSchemaFailure: (failure): ApiError => ({ kind: 'malformed', message: failure.message }),
  // `upsertQueryEntries` takes neither errors nor responses of endpoints whose remote has not loaded.
  extractRehydrationInfo: (action) =>
    responsesTransferred.match(action) ? ({ ...action.payload, mutations: {} } as never) : undefined,
  endpoints: () => ({}),
});

/** Requests every response again that a component shows, as soon as the device is online again. */
export function refetchWhenOnline(dispatch: Dispatch): void {
  window.addEventListener('online', () => dispatch(storeApi.internalActions.onOnline()), { once: true });
}
