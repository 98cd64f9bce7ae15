import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { ErrorResponse } from '@shop/releases/service-api/responses';
import { type ConversionConfig, toJsonSchema as convert } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';

const toJsonSchema = (schema: v.GenericSchema, typeMode: ConversionConfig['typeMode']): object => {
  const { $schema: _, ...converted } = convert(schema, { typeMode, errorMode: 'ignore' });
  return converted;
};

/** Converts a schema of a request for the API document. Checks that JSON Schema cannot express are left out. */
export const describeRequest = (schema: v.GenericSchema): object => toJsonSchema(schema, 'input');

/** Converts a schema of a response for the API document. */
export const toResponse = (description: string, schema: v.GenericSchema): object => ({
  description,
  ...toJsonSchema(schema, 'output'),
});

const errors = {
  400: 'The request is invalid',
  401: 'Neither a session nor a valid token',
  403: 'The release policy does not allow it, or the request comes from another page',
  404: 'It does not exist',
  409: 'The environment has changed, or its state does not permit it',
  412: 'The object exists already',
  413: 'The body is too large',
  415: 'The content type of the body is another one',
  422: 'The gates refuse the composition',
  503: 'The release store or its signer cannot be used now',
};

/**
 * Describes the responses of a route.
 *
 * @param success  Schema of the JSON of a success, or the content type of its bytes. Null: status 201 without a body.
 * @param statuses  Statuses of errors, besides those of every route.
 */
export const describeResponses = (
  success: v.GenericSchema | string | null,
  statuses: readonly (keyof typeof errors)[] = [],
): object => ({
  ...(success === null ? { 201: { description: 'Added', type: 'null' } } : { 200: describeSuccess(success) }),
  ...describeErrors([401, 403, ...statuses]),
});

/** Describes responses of errors. */
export const describeErrors = (statuses: readonly (keyof typeof errors)[]): object =>
  Object.fromEntries(statuses.map((status) => [status, toResponse(errors[status], ErrorResponse)]));

const describeSuccess = (success: v.GenericSchema | string): object =>
  typeof success === 'string'
    ? { description: 'Done', content: { [success]: { schema: { type: 'string', format: 'binary' } } } }
    : toResponse('Done', success);

/**
 * Registers the OpenAPI 3.1 document at /docs/json and its page at /docs. Call it before the routes are registered. The schemas of
 * the routes are for the document alone: the routes validate with valibot, whose messages say what to give.
 */
export async function registerApiDocument(app: FastifyInstance, publicUrl: string): Promise<void> {
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Release service',
        description:
          'Reads and changes the live compositions of a shop. A POST with the header "accept: application/x-ndjson" answers with one JSON document in each line: its steps as they begin and end, and at the end its status and body.',
        version: '1.0.0',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A personal token, or the token of a machine' },
        },
      },
      security: [{ token: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
}
