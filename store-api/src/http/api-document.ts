import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewOrderJson, OrderJson, ShippingAddressJson } from '@shop/api-contract/schemas/order';
import { NewPaymentJson, PaymentFieldJson, PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { ProductJson, ProductListJson } from '@shop/api-contract/schemas/product';
import { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import {
  AccountInfoJson,
  AccountInfoResponseJson,
  AuthorizeResponseJson,
  CredentialsJson,
  RegistrationJson,
} from '@shop/api-contract/schemas/user';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { addCacheHeaders } from './cache-headers';

/** Schemas with a name in the API document. Other schemas are inlined. */
const namedSchemas = [
  AccountInfoJson,
  AccountInfoResponseJson,
  AuthorizeResponseJson,
  CredentialsJson,
  ErrorJson,
  NewOrderJson,
  NewPaymentJson,
  OrderJson,
  PaymentFieldJson,
  PaymentResponseJson,
  ProductJson,
  ProductListJson,
  RegistrationJson,
  ShippingAddressJson,
  StoreInfoJson,
];

const names = new Set<unknown>(namedSchemas.map((schema: TSchema & { $id?: string }) => schema.$id));

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
