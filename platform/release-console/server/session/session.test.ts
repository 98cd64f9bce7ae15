import { createAccessToken, hashAccessToken } from '@shop/releases/policy/policy';
import { bodies, queries } from '../../api/requests';
import { createTestConsole, policy, tokens } from '../testing/test-console';

describe('sign-in', () => {
  it('accepts a valid token only, and sets a cookie that scripts and other sites cannot use', async () => {
    const { signIn, app, headers } = await createTestConsole();
    const wrong = await signIn('guess');
    expect(wrong.response.statusCode).toBe(401);
    expect(wrong.response.json()).toEqual({ error: 'This token is not valid.' });
    expect(wrong.response.headers['set-cookie']).toBeUndefined();
    const { response, cookie } = await signIn(tokens.asha);
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict$/);
    const session = await app.inject({ url: '/api/session', headers: { ...headers, cookie } });
    expect(session.json()).toEqual({ session: { person: 'asha' } });
  });

  it('is required for every call', async () => {
    const { app, headers } = await createTestConsole();
    const { session: _, ...actions } = bodies;
    const calls = [
      ...Object.keys(queries).map((name) => ['GET', name] as const),
      ...Object.keys(actions).map((name) => ['POST', name] as const),
    ];
    for (const [method, name] of calls) {
      const { statusCode } = await app.inject({ method, url: `/api/${name}`, headers, payload: {} });
      expect({ method, name, statusCode }).toEqual({ method, name, statusCode: 401 });
    }
  });

  it('is rejected after ten wrong tokens in a minute', async () => {
    const { signIn } = await createTestConsole();
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(`guess ${attempt}`);
    const { response } = await signIn(tokens.asha);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('60');
  });

  it('ends with sign-out, and when the policy no longer has the token', async () => {
    const { app, headers, changePolicy, asha, ravi } = await createTestConsole();
    await app.inject({ method: 'DELETE', url: '/api/session', headers: { ...headers, cookie: asha.cookie } });
    expect((await asha.get('/api/state')).statusCode).toBe(401);
    expect((await asha.get('/api/session')).json()).toEqual({ session: null });
    expect((await ravi.get('/api/state')).statusCode).toBe(200);
    changePolicy({
      ...policy,
      people: { ...policy.people, ravi: { roles: ['manager'], token: hashAccessToken(createAccessToken()) } },
    });
    expect((await ravi.get('/api/state')).statusCode).toBe(401);
  });

  it('accepts the token of this machine without a policy', async () => {
    const { as, signIn } = await createTestConsole(null);
    expect((await signIn(tokens.ravi)).response.statusCode).toBe(401);
    const me = await as(tokens.asha);
    expect((await me.get('/api/session')).json()).toEqual({ session: { person: 'asha' } });
    expect((await me.state()).environments[0]?.permissions['*']).toEqual([
      'promote',
      'rollback',
      'lock',
      'force',
      'policy',
    ]);
  });
});
