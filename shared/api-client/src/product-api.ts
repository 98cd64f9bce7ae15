import { storeApi } from '@shop/api-client/store-api';
import { nullableProductDecoder, type Product } from '@shop/api-contract/decoders/product';

/** One product for all remotes, so that the price that the cart has checked is also the price of the product's page. */
export const productApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** A product, or null when the response is empty. Specification 7, GET /products/{id}. */
    product: build.query<Product | null, string>({
      query: (id) => `/products/${encodeURIComponent(id)}`,
      rawResponseSchema: nullableProductDecoder,
      providesTags: (_product, _error, id) => [{ type: 'Product', id }],
    }),
  }),
});
