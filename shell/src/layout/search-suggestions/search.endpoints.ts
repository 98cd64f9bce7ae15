import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { ProductSearch } from '@shop/api-contract/decoders/product-search';
import { removeUnstorable } from '@shop/api-contract/typed-text';

/** Products of one request. */
const productCount = 5;

/** The search of the shop itself. The catalog calls it for its screens. */
export const searchApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first products that match words. */
    shellSearch: build.query<ProductSearch['products'], string>({
      query: (q) => ({ url: '/-/search', params: { q: removeUnstorable(q), limit: productCount } }),
      ...loadDecoder(async () => {
        const { productSearchDecoder } = await import(
          /* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product-search'
        );
        return productSearchDecoder;
      }),
      transformResponse: ({ products }: ProductSearch) => products,
    }),
  }),
});
