import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';

export const storeInfoApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    storeInfo: build.query<StoreInfo, void>({
      query: () => '/storeInfo',
      rawResponseSchema: storeInfoDecoder,
      providesTags: ['StoreInfo'],
    }),
  }),
});
