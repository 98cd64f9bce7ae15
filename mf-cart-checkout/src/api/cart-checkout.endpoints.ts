import { readOwnOrder } from '@shop/api-client/own-order';
import { storeApi } from '@shop/api-client/store-api';
import {
  type CreatedOrder,
  createdOrderDecoder,
  type Order,
  orderListDecoder,
} from '@shop/api-contract/decoders/order';
import type { NewOrderJson } from '@shop/api-contract/schemas/order';

export interface NewSubmission {
  order: NewOrderJson;
  /** The API makes one order of all submissions with the same key. */
  idempotencyKey: string;
}

/** Status of an order that waits for payment. Specification 3, "Order". */
const pendingStatus = 0;

/** The calls of checkout. Specification 7, POST /orders and GET /orders. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** An order of the signed-in shopper that waits for payment; null when there is none with this id. Not cached. */
    cartCheckoutPendingOrder: build.query<Order | null, string>({
      queryFn: async (orderId, _api, _options, send) => {
        const { data: order, error } = await readOwnOrder(orderId, send);
        if (error) return { error };
        return { data: order?.status === pendingStatus ? order : null };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Account'],
    }),
    /** The orders of the signed-in shopper that wait for payment, newest first. Not cached. */
    cartCheckoutPendingOrders: build.query<Order[], void>({
      query: () => '/orders',
      rawResponseSchema: orderListDecoder,
      transformResponse: (orders: Order[]) => orders.filter(({ status }) => status === pendingStatus),
      keepUnusedDataFor: 0,
      providesTags: ['Account'],
    }),
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
