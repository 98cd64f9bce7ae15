import { storeApi } from '@shop/api-client/store-api';
import { createdOrderReading } from '@shop/api-contract/reading/order';
import { readPrice } from '@shop/api-contract/reading/product-price';
import { isRecord } from '@shop/api-contract/reading/scalars';
import type { NewOrder } from '@shop/api-contract/wire/order';

/** Products that are asked for their price at once, at most. */
const maxPriced = 40;

/** Placing an order, and what its products cost now. Specification 7, POST /orders and GET /products/{id}. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** Rupees by product id; a product that cannot be had, or has no price, is left out. */
    cartCheckoutPrices: build.query<Record<string, number>, readonly string[]>({
      queryFn: async (ids, _api, _options, ask) => {
        const priced = ids.slice(0, maxPriced).map(async (id) => {
          const { data } = await ask(`/products/${encodeURIComponent(id)}`);
          return [id, isRecord(data) ? readPrice(data).price : 0] as const;
        });
        return { data: Object.fromEntries((await Promise.all(priced)).filter(([, price]) => price > 0)) };
      },
    }),
    /** The new order's id; an answer without one is a failure. Readings 7. */
    cartCheckoutPlaceOrder: build.mutation<{ id: string }, NewOrder>({
      query: (body) => ({ url: '/orders', method: 'POST', body }),
      rawResponseSchema: createdOrderReading,
      invalidatesTags: (created) => (created ? ['Order'] : []),
    }),
  }),
});
