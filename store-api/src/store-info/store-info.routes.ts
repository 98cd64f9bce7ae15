import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { FastifyRequest } from 'fastify';
import { storeIdentity } from '../../catalog/store-identity';
import { addCacheHeaders } from '../http/cache-headers';

export interface StoreInfoRoutesOptions {
  getLogoUrl: (request: FastifyRequest) => string;
}

/** Store information. The whole body is the store information. Specification 7, `GET /storeInfo`. */
export const storeInfoRoutes: FastifyPluginAsyncTypebox<StoreInfoRoutesOptions> = async (app, { getLogoUrl }) => {
  app.addHook('onSend', addCacheHeaders);
  app.get(
    '/storeInfo',
    { schema: { tags: ['store'], summary: 'Store information', response: { 200: StoreInfoJson } } },
    async (request) => ({ ...storeIdentity, companyLogoUrl: getLogoUrl(request) }),
  );
};
