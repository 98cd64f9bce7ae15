import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

export const storeInfoApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the language of policies. Only an API with `translatedPolicies` of this language knows it. */
    storeInfo: build.query<StoreInfo, string | void>({
      query: (lang) => (lang ? { url: '/storeInfo', params: { lang } } : '/storeInfo'),
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
