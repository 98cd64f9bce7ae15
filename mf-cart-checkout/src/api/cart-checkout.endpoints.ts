import { storeApi } from '@shop/api-client/store-api';
import { type CreatedOrder, createdOrderDecoder } from '@shop/api-contract/decoders/order';
import type { NewOrderJson } from '@shop/api-contract/schemas/order';

export interface NewSubmission {
  order: NewOrderJson;
  /** The API makes one order of all submissions with the same key. */
  idempotencyKey: string;
}

/** The call of checkout. Specification 7, POST /orders. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The new order. A response without an id is a failure. Interpretation 7. */
    cartCheckoutPlaceOrder: build.mutation<CreatedOrder, NewSubmission>({
      query: ({ order, idempotencyKey }) => ({
        url: '/orders',
        method: 'POST',
        body: order,
        headers: { 'idempotency-key': idempotencyKey },
      }),
      rawResponseSchema: createdOrderDecoder,
      invalidatesTags: (created) => (created ? ['Order'] : []),
    }),
  }),
});
