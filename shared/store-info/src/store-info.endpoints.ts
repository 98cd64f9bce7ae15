import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

export const storeInfoApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    storeInfo: build.query<StoreInfo, void>({
      query: () => '/storeInfo',
      ...loadDecoder(async () => {
        const { storeInfoDecoder } = await import(
          /* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/store-info'
        );
        return storeInfoDecoder;
      }),
      providesTags: ['StoreInfo'],
    }),
  }),
});
