import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import * as errorSchemas from '@shop/api-contract/schemas/error';
import * as orderSchemas from '@shop/api-contract/schemas/order';
import * as paymentSchemas from '@shop/api-contract/schemas/payment';
import * as productSchemas from '@shop/api-contract/schemas/product';
import * as productSearchSchemas from '@shop/api-contract/schemas/product-search';
import * as storeInfoSchemas from '@shop/api-contract/schemas/store-info';
import * as userSchemas from '@shop/api-contract/schemas/user';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { addCacheHeaders } from './cache-headers';

const modules = [
  errorSchemas,
  orderSchemas,
  paymentSchemas,
  productSchemas,
  productSearchSchemas,
  storeInfoSchemas,
  userSchemas,
];
/** Schemas of the contract with an id, which is their name in the API document. Other schemas are inlined. */
const namedSchemas = modules
  .flatMap((module): (TSchema & { $id?: string })[] => Object.values(module))
  .filter(({ $id }) => $id !== undefined);

const names = new Set<unknown>(namedSchemas.map(({ $id }) => $id));

/** Registers the OpenAPI 3.1 document at /docs/json and its page at /docs. Call it before the routes are registered. */
export async function registerApiDocument(app: FastifyInstance): Promise<void> {
  for (const schema of namedSchemas) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Store API', description: 'The reference API of the storefront.', version: '1.0.0' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    refResolver: {
      buildLocalReference: (schema, _baseUri, _fragment, index) =>
        typeof schema.$id === 'string' ? schema.$id : `schema-${index}`,
    },
    transform: ({ schema, url }) => ({ schema: referenceNamedSchemas(schema) as typeof schema, url }),
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', addCacheHeaders);
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  });
}

/** Replaces named schemas by references. Routes contain complete schemas, which validation and types need. */
function referenceNamedSchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(referenceNamedSchemas);
  if (typeof part !== 'object' || part === null) return part;
  if ('$id' in part && typeof part.$id === 'string' && names.has(part.$id)) return { $ref: `${part.$id}#` };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, referenceNamedSchemas(value)]));
}
