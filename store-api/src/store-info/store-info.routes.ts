import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { policyTranslations, storeIdentity } from '../../catalog/store-identity';
import { addCacheHeaders } from '../http/cache-headers';

export interface StoreInfoRoutesOptions {
  getLogoUrl: (request: FastifyRequest) => string;
}

const StoreInfoQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      description:
        'Language of the policies, an addition to the specification. `translatedPolicies` names those that have a translation; the others are in English.',
    }),
  ),
});

/** Store information. The whole body is the store information. Specification 7, `GET /storeInfo`. */
export const storeInfoRoutes: FastifyPluginAsyncTypebox<StoreInfoRoutesOptions> = async (app, { getLogoUrl }) => {
  app.addHook('onSend', addCacheHeaders);
  app.get(
    '/storeInfo',
    {
      schema: {
        tags: ['store'],
        summary: 'Store information',
        querystring: StoreInfoQuery,
        response: { 200: StoreInfoJson },
      },
    },
    async (request) => ({
      ...storeIdentity,
      policies: { ...storeIdentity.policies, ...policyTranslations[request.query.lang ?? ''] },
      companyLogoUrl: getLogoUrl(request),
    }),
  );
};
