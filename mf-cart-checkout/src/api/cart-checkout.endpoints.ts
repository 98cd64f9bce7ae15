import { isNotFound } from '@shop/api-client/api-error';
import { storeApi } from '@shop/api-client/store-api';
import { type CreatedOrder, createdOrderDecoder } from '@shop/api-contract/decoders/order';
import { decodePrice } from '@shop/api-contract/decoders/product-price';
import { isRecord } from '@shop/api-contract/decoders/scalars';
import type { NewOrderJson } from '@shop/api-contract/schemas/order';
import type { CurrentProducts } from '../current-prices/price-changes';

/** Milliseconds until the check of a cart ends with the products that have answered. */
const productCheckTimeoutMs = 4000;

export interface NewSubmission {
  order: NewOrderJson;
  /** The API makes one order of all submissions with the same key. */
  idempotencyKey: string;
}

/** The calls of cart and checkout. Specification 7, POST /orders and GET /products/{id}. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** Never fails: products that have not answered within `productCheckTimeoutMs` are left out of the result. */
    cartCheckoutProducts: build.query<CurrentProducts, readonly string[]>({
      queryFn: async (ids, _api, _options, baseQuery) => {
        const prices: Record<string, number> = {};
        const unavailableIds: string[] = [];
        const checks = ids.map(async (id) => {
          const { data, error } = await baseQuery(`/products/${encodeURIComponent(id)}`);
          const price = isRecord(data) ? decodePrice(data).price : 0;
          if (price > 0) prices[id] = price;
          if (isNotFound(error)) unavailableIds.push(id);
        });
        await Promise.race([Promise.all(checks), new Promise((resolve) => setTimeout(resolve, productCheckTimeoutMs))]);
        // Copies: late answers must not change a result that is in the store.
        return { data: { prices: { ...prices }, unavailableIds: [...unavailableIds] } };
      },
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
