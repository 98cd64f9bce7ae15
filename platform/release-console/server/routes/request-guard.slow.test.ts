import { createTestConsole, openTestPglite } from '../testing/test-console';

describe('requests of other pages', () => {
  it('cannot read the state from another site', async () => {
    const { app, headers, as } = await createTestConsole();
    const { cookie } = await as('ravi');
    for (const site of ['cross-site', 'same-site']) {
      const response = await app.inject({ url: '/api/state', headers: { ...headers, cookie, 'sec-fetch-site': site } });
      expect(response.statusCode).toBe(403);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

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
