import { bodies, queries } from '@shop/releases/service-api/requests';
import { createTestConsole } from '../testing/test-console';

test('the API document describes every call, with the schemas of the requests', async () => {
  const { app, headers } = await createTestConsole();
  const document = (await app.inject({ url: '/docs/json', headers })).json();
  expect(document.openapi).toBe('3.1.0');
  const calls = [
    ...Object.keys(queries).map((name) => `get /api/${name}`),
    ...Object.keys(bodies).map((name) => `post /api/${name}`),
    ...['get /api/session', 'delete /api/session', 'post /api/token', 'get /api/caller', 'get /api/trusted-keys'],
    ...['get /api/objects', 'get /api/objects/{*}', 'put /api/objects/{*}', 'get /pictures/{picture}'],
  ];
  const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.sort()).toEqual(calls.sort());
  const { schema } = document.paths['/api/lock'].post.requestBody.content['application/json'];
  expect(schema).toMatchObject({
    ...{ type: 'object', additionalProperties: false, required: ['env', 'app', 'reason', 'seq'] },
    properties: { seq: { type: 'integer', minimum: 0 }, reason: { type: 'string', minLength: 1, maxLength: 500 } },
  });
  expect((await app.inject({ url: '/docs', headers })).statusCode).toBe(200);
});
