import type { ApiError } from '@shop/api-client/api-error';
import type { ApiCallbacks } from '@shop/api-client/base-query';
import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { Product } from '@shop/api-contract/decoders/product';
import { prioritizeProduct, readProduct } from './product-calls';

const decoder = loadDecoder(async () => {
  const { nullableProductDecoder } = await import(
    /* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product'
  );
  return nullableProductDecoder;
});

type ProductResult = { data: Product | null; error?: undefined } | { error: ApiError; data?: undefined };

/** One product for all remotes, so that the price that the cart has checked is also the price of the product's page. */
export const productApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A product, or null when the response is empty. Products that a page requests at the same time share one call where the API
     * announces it. Specification 7, GET /products/{id}.
     */
    product: build.query<Product | null, string>({
      // The schema below decodes the data.
      queryFn: (id, api, _options, send) => readProduct(id, api, send) as Promise<ProductResult>,
      // Its input is any JSON.
      responseSchema: decoder.rawResponseSchema as never,
      onQueryStarted: decoder.onQueryStarted,
      providesTags: (_product, _error, id) => [{ type: 'Product', id }],
    }),
  }),
});

/** Creates a thunk that reads a product before all others that wait for their call, because the shopper looks at it now. */
export const productSeen =
  (id: string) =>
  (_dispatch: unknown, _getState: unknown, callbacks: ApiCallbacks): void =>
    prioritizeProduct(id, callbacks);
