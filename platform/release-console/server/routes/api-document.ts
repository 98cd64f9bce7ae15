import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { toJsonSchema as convert } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';

/** Converts a schema of a request for the API document. Checks that JSON Schema cannot express are left out. */
export const toJsonSchema = (schema: v.GenericSchema): object => {
  const { $schema: _, ...converted } = convert(schema, { typeMode: 'input', errorMode: 'ignore' });
  return converted;
};

const errorResponse = {
  type: 'object',
  properties: {
    error: { type: 'string', description: 'What is wrong, and what to do.' },
    findings: { type: 'array', items: { type: 'object' }, description: 'What the gates found, with status 422.' },
  },
};

/** Responses of every call. */
export const responses = {
  '2xx': { description: 'Done', type: 'object', additionalProperties: true },
  400: { description: 'The request is invalid', ...errorResponse },
  401: { description: 'Neither a session nor a valid token', ...errorResponse },
  403: { description: 'The release policy does not allow it', ...errorResponse },
  409: { description: 'The environment has changed, or its state does not permit it', ...errorResponse },
  422: { description: 'The gates refuse the composition', ...errorResponse },
};

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
        description: 'Reads and changes the live compositions of a shop.',
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
