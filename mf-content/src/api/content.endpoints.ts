import type { ApiError } from '@shop/api-client/api-error';
import type { AppDispatch } from '@shop/api-client/app-state';
import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfoBody, storeInfoBodyDecoder } from '@shop/api-contract/decoders/store-info';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { loadPolicyTexts, loadStoreInfo } from '@shop/store-info/use-store-info';
import type { LoadedPolicy } from '../policy/load-policy';

export interface PolicyQuery {
  slug: PolicySlug;
  /** BCP 47 tag of the page. */
  language: string;
  /** False when store information does not load: the built-in text shows then. */
  hasStoreInfo: boolean;
}

/** The endpoints of policies and of the connection test for developers. Specification 7, GET /storeInfo. */
export const contentApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The text of a policy. It is an endpoint, so that the document of the server hands the text over: the page then needs
     * neither the chunk of the texts nor the sanitiser. It fails when a text of the store does not load, because the built-in text
     * or the text in another language would replace it.
     */
    contentPolicy: build.query<LoadedPolicy, PolicyQuery>({
      queryFn: async ({ slug, language, hasStoreInfo }, { dispatch }, _options, baseQuery) => {
        try {
          const { loadPolicy, readPolicyText } = await import(
            /* webpackChunkName: "load-policy" */ '../policy/load-policy'
          );
          if (!hasStoreInfo) return { data: await loadPolicy({ slug, language }) };
          const info = await loadStoreInfo(dispatch as AppDispatch);
          if (info?.translatedPolicies?.[language]?.includes(slug)) {
            const { data, error } = await baseQuery({ url: '/storeInfo', params: { lang: language } });
            if (error) return { error };
            const html = readPolicyText(data, slug);
            if (html) return { data: await loadPolicy({ slug, language, html, htmlLanguage: language, info }) };
          }
          const { [slug]: html } = await loadPolicyTexts(dispatch as AppDispatch);
          // The call may have read the store information again.
          const latest = await loadStoreInfo(dispatch as AppDispatch);
          if (!latest || (!html && latest.ownPolicies.includes(slug))) {
            throw new Error(`The store information does not have the text of "${slug}".`);
          }
          return { data: await loadPolicy({ slug, language, html, info: latest }) };
        } catch (error) {
          console.error('The text of the policy did not load:', error);
          return { error: { kind: 'no-response', message: String(error) } satisfies ApiError };
        }
      },
      providesTags: ['StoreInfo'],
    }),
    /**
     * The unchanged body of the response. Neither the page, the service worker nor the browser caches it: a cached response would
     * not test the connection.
     */
    contentConnectionTest: build.query<StoreInfoBody, void>({
      query: () => ({ url: '/storeInfo', cache: 'no-store' }),
      rawResponseSchema: storeInfoBodyDecoder,
      keepUnusedDataFor: 0,
    }),
  }),
});
