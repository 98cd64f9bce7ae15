import { isNotFound } from '@shop/api-client/api-error';
import { storeApi } from '@shop/api-client/store-api';
import { type CreatedOrder, createdOrderDecoder } from '@shop/api-contract/decoders/order';
import { decodePrice } from '@shop/api-contract/decoders/product-price';
import { isRecord } from '@shop/api-contract/decoders/scalars';
import type { NewOrderJson } from '@shop/api-contract/schemas/order';
import type { CurrentProducts } from '../current-prices/price-changes';

/** Product calls that run at the same time. */
const maxParallelCalls = 20;

/** Milliseconds until the check of a cart ends with the products that have answered. */
const productCheckTimeoutMs = 4000;

/** The calls of cart and checkout. Specification 7, POST /orders and GET /products/{id}. */
export const cartCheckoutApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** Never fails: products that have not answered within `productCheckTimeoutMs` are left out of the result. */
    cartCheckoutProducts: build.query<CurrentProducts, readonly string[]>({
      queryFn: async (ids, _api, _options, baseQuery) => {
        const prices = new Map<string, number>();
        const unavailableIds = new Set<string>();
        const queue = [...ids];
        const checkQueue = async () => {
          for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
            const { data, error } = await baseQuery(`/products/${encodeURIComponent(id)}`);
            const price = isRecord(data) ? decodePrice(data).price : 0;
            if (price > 0) prices.set(id, price);
            if (isNotFound(error)) unavailableIds.add(id);
          }
        };
        await withDeadline(Promise.all(Array.from({ length: maxParallelCalls }, checkQueue)), productCheckTimeoutMs);
        queue.length = 0;
        return { data: { prices: Object.fromEntries(prices), unavailableIds: [...unavailableIds] } };
      },
    }),
    /** The new order. A response without an id is a failure. Interpretation 7. */
    cartCheckoutPlaceOrder: build.mutation<CreatedOrder, NewOrderJson>({
      query: (body) => ({ url: '/orders', method: 'POST', body }),
      rawResponseSchema: createdOrderDecoder,
      invalidatesTags: (created) => (created ? ['Order'] : []),
    }),
  }),
});

/** Waits for the work, but no longer than `timeoutMs`. */
async function withDeadline(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
