import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfoBody, storeInfoBodyDecoder } from '@shop/api-contract/decoders/store-info';

/** The developer's connection test. Specification 7, GET /storeInfo. */
export const contentApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The body as it came. It is never kept: a test that answers from memory tests nothing. */
    contentConnectionTest: build.query<StoreInfoBody, void>({
      query: () => '/storeInfo',
      rawResponseSchema: storeInfoBodyDecoder,
      keepUnusedDataFor: 0,
    }),
  }),
});
