import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { Product } from '@shop/api-contract/decoders/product';

/** One product for all remotes, so that the price that the cart has checked is also the price of the product's page. */
export const productApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** A product, or null when the response is empty. Specification 7, GET /products/{id}. */
    product: build.query<Product | null, string>({
      query: (id) => `/products/${encodeURIComponent(id)}`,
      ...loadDecoder(async () => {
        const { nullableProductDecoder } = await import(
          /* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product'
        );
        return nullableProductDecoder;
      }),
      providesTags: (_product, _error, id) => [{ type: 'Product', id }],
    }),
  }),
});
