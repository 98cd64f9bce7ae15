import { createTestConsole, env, openTestPglite } from '../testing/test-console';

describe('requests of other pages', () => {
  it.each([
    ['another origin', { origin: 'http://localhost:3000' }, 403],
    ['no origin', { origin: '' }, 403],
    ['another name for this machine', { host: 'evil.example:3300', origin: 'http://evil.example:3300' }, 421],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
  ])('cannot change anything with a session cookie: %s', async (_what, headers, status) => {
    const { newest, ravi } = await createTestConsole();
    const response = await ravi.post('/api/lock', { env, seq: 1, app: '*', reason: 'x' }, headers);
    expect(response.statusCode).toBe(status);
    expect((await newest()).entry.seq).toBe(1);
  });

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

  it('tells that the database does not respond, while the process lives', async () => {
    const database = await openTestPglite();
    const { app } = await createTestConsole({ database });
    await database.close();
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});
