import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { FastifyRequest } from 'fastify';
import { storeIdentity } from '../../catalog/store-identity';
import { addCacheHeaders } from '../http/cache-headers';

export interface StoreInfoRoutesOptions {
  logoUrl: (request: FastifyRequest) => string;
}

/** Store identity. Specification 7, `GET /storeInfo`: the whole body. */
export const storeInfoRoutes: FastifyPluginAsyncTypebox<StoreInfoRoutesOptions> = async (app, { logoUrl }) => {
  app.addHook('onSend', addCacheHeaders);
  app.get(
    '/storeInfo',
    { schema: { tags: ['store'], summary: 'Who the shop is', response: { 200: StoreInfoJson } } },
    async (request) => ({ ...storeIdentity, companyLogoUrl: logoUrl(request) }),
  );
};
