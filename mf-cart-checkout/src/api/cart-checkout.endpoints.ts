import { storeApi } from '@shop/api-client/store-api';
import { createdOrderReading } from '@shop/api-contract/reading/order';
import { productReading } from '@shop/api-contract/reading/product';
import { readableItems } from '@shop/api-contract/reading/scalars';
import type { NewOrder } from '@shop/api-contract/wire/order';

/** Products that are asked for their price at once, at most. */
const maxPriced = 40;

/** Placing an order, and what its products cost now. Specification 7, POST /orders and GET /products/{id}. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** Rupees by product id; a product that cannot be had, or has no price, is left out. */
    cartCheckoutPrices: build.query<Record<string, number>, readonly string[]>({
      queryFn: async (ids, _api, _options, ask) => {
        const answers = await Promise.all(
          ids.slice(0, maxPriced).map((id) => ask(`/products/${encodeURIComponent(id)}`)),
        );
        const products = readableItems(
          productReading,
          answers.map(({ data }) => data),
        );
        return { data: Object.fromEntries(products.flatMap(({ id, price }) => (price > 0 ? [[id, price]] : []))) };
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
