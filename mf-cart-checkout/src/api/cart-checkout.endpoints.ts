import { isNotFound } from '@shop/api-client/api-error';
import { storeApi } from '@shop/api-client/store-api';
import { createdOrderDecoder } from '@shop/api-contract/decoders/order';
import { decodePrice } from '@shop/api-contract/decoders/product-price';
import { isRecord } from '@shop/api-contract/decoders/scalars';
import type { NewOrderJson } from '@shop/api-contract/schemas/order';

/** Products that are asked for at once, at most. */
const maxRequested = 40;

/** What became of products since they were put into the cart. */
export interface CurrentProducts {
  /** Rupees by product id; a product that cannot be had, or has no price, is left out. */
  prices: Record<string, number>;
  /** Ids of products that the shop says it does not have; a call that failed says nothing. */
  unavailableIds: string[];
}

/** Placing an order, and what its products cost now. Specification 7, POST /orders and GET /products/{id}. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    cartCheckoutProducts: build.query<CurrentProducts, readonly string[]>({
      queryFn: async (ids, _api, _options, ask) => {
        const now: CurrentProducts = { prices: {}, unavailableIds: [] };
        const asked = ids.slice(0, maxRequested).map(async (id) => {
          const { data, error } = await ask(`/products/${encodeURIComponent(id)}`);
          const price = isRecord(data) ? decodePrice(data).price : 0;
          if (price > 0) now.prices[id] = price;
          if (isNotFound(error)) now.unavailableIds.push(id);
        });
        await Promise.all(asked);
        return { data: now };
      },
    }),
    /** The new order's id; an answer without one is a failure. Interpretation 7. */
    cartCheckoutPlaceOrder: build.mutation<{ id: string }, NewOrderJson>({
      query: (body) => ({ url: '/orders', method: 'POST', body }),
      rawResponseSchema: createdOrderDecoder,
      invalidatesTags: (created) => (created ? ['Order'] : []),
    }),
  }),
});
