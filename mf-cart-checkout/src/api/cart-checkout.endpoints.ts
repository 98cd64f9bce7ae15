import { storeApi } from '@shop/api-client/store-api';
import { createdOrderReading } from '@shop/api-contract/reading/order';
import type { NewOrder } from '@shop/api-contract/wire/order';

/** Placing an order. Specification 7, POST /orders. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The new order's id; an answer without one is a failure. Readings 7. */
    cartCheckoutPlaceOrder: build.mutation<{ id: string }, NewOrder>({
      query: (body) => ({ url: '/orders', method: 'POST', body }),
      rawResponseSchema: createdOrderReading,
      invalidatesTags: (created) => (created ? ['Order'] : []),
    }),
  }),
});
