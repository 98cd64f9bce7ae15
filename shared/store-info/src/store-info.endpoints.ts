import { storeApi } from '@shop/api-client/store-api';
import { storeInfoReading } from '@shop/api-contract/reading/store-info';

export const storeInfoApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    storeInfo: build.query({
      query: (_: void) => '/storeInfo',
      rawResponseSchema: storeInfoReading,
      providesTags: ['StoreInfo'],
    }),
  }),
});
