import type { ApiError } from '@shop/api-client/api-error';
import type { AppDispatch } from '@shop/api-client/app-state';
import { storeApi } from '@shop/api-client/store-api';
import { type StoreInfoBody, storeInfoBodyDecoder } from '@shop/api-contract/decoders/store-info';
import { isRecord } from '@shop/api-contract/decoders/values';
import type { PolicySlug } from '@shop/remote-contract/urls';
import { loadStoreInfo } from '@shop/store-info/use-store-info';
import type { LoadedPolicy } from '../policy/load-policy';

/** A response without store information, such as an empty body of a proxy. The built-in text must not replace a text of the store. */
const malformed: ApiError = { kind: 'malformed', message: '' };

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
     *
     * It reads store information itself: the page repeats that read after a failure, and after a stored copy.
     */
    contentPolicy: build.query<LoadedPolicy, PolicyQuery>({
      queryFn: async ({ slug, language, hasStoreInfo }, { dispatch }, _options, baseQuery) => {
        const { loadPolicy, readPolicyText } = await import(
          /* webpackChunkName: "load-policy" */ '../policy/load-policy'
        );
        if (!hasStoreInfo) return { data: await loadPolicy({ slug, language }) };
        const known = await loadStoreInfo(dispatch as AppDispatch);
        if (known?.translatedPolicies?.[language]?.includes(slug)) {
          const translated = await baseQuery({ url: '/storeInfo', params: { lang: language } });
          if (translated.error) return { error: translated.error };
          if (!isRecord(translated.data)) return { error: malformed };
          const html = readPolicyText(translated.data, slug);
          if (html) return { data: await loadPolicy({ slug, language, html, htmlLanguage: language, info: known }) };
        }
        const { data, error = isRecord(data) ? undefined : malformed } = await baseQuery('/storeInfo');
        if (error && (!known || known.ownPolicies.includes(slug))) return { error };
        // The page may have read the store information again in the meantime.
        const info = await loadStoreInfo(dispatch as AppDispatch);
        return { data: await loadPolicy({ slug, language, html: readPolicyText(data, slug), info }) };
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
