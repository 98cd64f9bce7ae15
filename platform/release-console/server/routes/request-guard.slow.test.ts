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
