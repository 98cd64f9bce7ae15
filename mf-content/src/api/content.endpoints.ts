import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfoBody, storeInfoBodyDecoder } from '@shop/api-contract/decoders/store-info';

/** The endpoint of the connection test for developers. Specification 7, GET /storeInfo. */
export const contentApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The unchanged body of the response. It is not cached: a cached response would not test the connection. */
    contentConnectionTest: build.query<StoreInfoBody, void>({
      query: () => '/storeInfo',
      rawResponseSchema: storeInfoBodyDecoder,
      keepUnusedDataFor: 0,
    }),
  }),
});
