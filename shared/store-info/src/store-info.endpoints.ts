import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfo, storeInfoReading } from '@shop/api-contract/reading/store-info';

export const storeInfoApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    storeInfo: build.query<StoreInfo, void>({
      query: () => '/storeInfo',
      rawResponseSchema: storeInfoReading,
      providesTags: ['StoreInfo'],
    }),
  }),
});
