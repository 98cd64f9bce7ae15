import { bodies, queries } from '@shop/releases/service-api/requests';
import { createTestConsole } from '../testing/test-console';

interface Schema {
  type?: string;
  properties?: Record<string, unknown>;
  items?: Schema;
  oneOf?: Schema[];
  additionalProperties?: unknown;
}

type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

async function loadDocument() {
  const { app, headers } = await createTestConsole();
  const document = (await app.inject({ url: '/docs/json', headers })).json();
  const routes = Object.entries<Record<string, { responses: Responses }>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ route: `${method} ${path}`, responses })),
  );
  return { app, headers, document, routes };
}

test('the API document describes every call, with the schemas of the requests', async () => {
  const { app, headers, document, routes } = await loadDocument();
  expect(document.openapi).toBe('3.1.0');
  const calls = [
    ...Object.keys(queries).map((name) => `get /api/${name}`),
    ...Object.keys(bodies).map((name) => `post /api/${name}`),
    ...['get /api/session', 'delete /api/session', 'post /api/token'],
    ...['get /api/objects/{*}', 'put /api/objects/{*}', 'get /pictures/{picture}'],
  ];
  expect(routes.map(({ route }) => route).sort()).toEqual(calls.sort());
  const { schema } = document.paths['/api/lock'].post.requestBody.content['application/json'];
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['env', 'reason', 'app', 'seq'],
    properties: { seq: { type: 'integer', minimum: 0 }, reason: { type: 'string', minLength: 1, maxLength: 500 } },
  });
  const required = (name: string) =>
    document.paths[`/api/${name}`].get.parameters.flatMap((parameter: { name: string; required?: boolean }) =>
      parameter.required ? parameter.name : [],
    );
  for (const name of ['errors', 'metrics', 'webhooks', 'audit-log'])
    expect([name, required(name)]).toEqual([name, ['env']]);
  expect((await app.inject({ url: '/docs', headers })).statusCode).toBe(200);
});

/** Whether a schema names the fields of its objects. A list of texts and a record have no fields to name. */
const isExact = ({ type, properties, items, oneOf, additionalProperties }: Schema): boolean =>
  oneOf?.every(isExact) ??
  (type === 'array'
    ? items !== undefined && (items.type === 'string' || isExact(items))
    : Object.keys(properties ?? {}).length > 0 || (type === 'object' && typeof additionalProperties === 'object'));

test('the API document has the schema of every response', async () => {
  const { document, routes } = await loadDocument();
  const bytes = ['get /api/audit-log', 'get /api/objects/{*}', 'get /pictures/{picture}'];
  for (const { route, responses } of routes) {
    const { 200: success, 201: added, ...errors } = responses;
    const [[type, { schema } = { schema: {} }] = []] = Object.entries((success ?? added)?.content ?? {});
    if (bytes.includes(route)) expect([route, schema]).toEqual([route, { type: 'string', format: 'binary' }]);
    else if (route === 'put /api/objects/{*}') expect(type).toBeUndefined();
    else expect([route, type, isExact(schema ?? {})]).toEqual([route, 'application/json', true]);
    const fields = Object.values(errors).map(({ content }) =>
      Object.keys(content?.['application/json']?.schema.properties ?? {}),
    );
    const isRefusal = (status: string) => route === 'post /api/token' && ['400', '429'].includes(status);
    const expected = Object.keys(errors).map((status) =>
      isRefusal(status) ? ['error', 'error_description'] : ['error', 'findings'],
    );
    expect([route, ...fields]).toEqual([route, ...expected]);
    expect(Object.keys(errors).length).toBeGreaterThan(0);
  }
  const { schema } = document.paths['/api/verify'].post.responses[200].content['application/json'];
  expect(schema).toMatchObject({ required: ['releases', 'changes'], properties: { changes: { type: 'integer' } } });
});
