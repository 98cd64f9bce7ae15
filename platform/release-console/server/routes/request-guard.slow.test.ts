import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestConsole, openTestPglite } from '../testing/test-console';

describe('a health check', () => {
  it('responds to an orchestrator, which calls the address of the instance and has no session', async () => {
    const { app } = await createTestConsole();
    for (const url of ['/healthz', '/readyz']) {
      const { statusCode, headers } = await app.inject({ url, headers: { host: '10.0.0.7:3300' } });
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-store']);
    }
  });

  it('reports that the database does not respond, while the process lives', async () => {
    const database = await openTestPglite();
    const { app } = await createTestConsole({ database });
    await database.close();
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});

it('an address that cannot be decoded gets the error and the headers of every response', async () => {
  const { app, headers: own } = await createTestConsole();
  const { statusCode, headers, body } = await app.inject({ url: '/api/%E0%A4%A', headers: own });
  expect(statusCode).toBe(400);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
});

const browser = { accept: 'text/html,application/xhtml+xml' };

describe('a request under another name of the machine', () => {
  it.each([
    ['localhost:3300', '/', '/'],
    ['127.0.0.2:3300', '/?env=staging', '/?env=staging'],
    ['[::1]:3300', '//evil.example/', '//evil.example/'],
    ['localhost', 'http://evil.example/', '/'],
  ])(
    'from a browser to %s with the target %s is redirected to the address of the service',
    async (host, target, path) => {
      const { app, headers: own } = await createTestConsole();
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const sent = request({ host: '127.0.0.1', port, path: target, headers: { ...browser, host } }).end();
      const [{ statusCode, headers }] = (await once(sent, 'response')) as [IncomingMessage];
      sent.destroy();
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([
        302,
        `http://${own.host}${path}`,
        'no-store',
      ]);
    },
  );

  it.each([
    ['a foreign name', 'GET', 'evil.example:3300', browser],
    ['a foreign name that begins with one of the machine', 'GET', 'localhost.evil.example', browser],
    ['a foreign name that ends with one of the machine', 'GET', 'evil.localhost:3300', browser],
    ['a change', 'POST', 'localhost:3300', browser],
    ['a request of a program', 'GET', 'localhost:3300', { accept: 'application/json' }],
  ] as const)('with %s is rejected', async (_, method, host, accept) => {
    const { app } = await createTestConsole();
    const { statusCode, headers } = await app.inject({ method, url: '/', headers: { ...accept, host } });
    expect([statusCode, headers.location]).toEqual([421, undefined]);
  });
});
