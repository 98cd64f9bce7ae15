import { describeOnEachDatabase } from '../testing/test-databases';
import { password, useTestStore } from '../testing/test-store';

interface SessionJson {
  id: string;
  current: boolean;
}

describeOnEachDatabase('sessions', (open) => {
  const store = useTestStore(open);

  const signIn = async (email: string, on = store) => {
    const { token } = (await on.post('/users/authorize', { email, password })).json<{ token: string }>();
    return { authorization: `Bearer ${token}` };
  };
  const getStatus = async (headers: Record<string, string>) => (await store.get('/accountInfo', headers)).statusCode;
  const list = async (headers: Record<string, string>) =>
    (await store.get('/users/sessions', headers)).json<SessionJson[]>();

  it('end with a sign-out, which leaves the other sessions of the account', async () => {
    const { email, headers } = await store.signUp();
    const phone = await signIn(email);
    const response = await store.app.inject({
      method: 'POST',
      url: '/api/v1/users/logout',
      headers: { ...headers, origin: 'http://localhost:3000' },
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(response.headers).toMatchObject({
      'accept-logout': 'true',
      'access-control-expose-headers': expect.stringContaining('accept-logout'),
    });
    expect([await getStatus(headers), await getStatus(phone)]).toEqual([401, 200]);
    expect((await store.app.inject({ method: 'POST', url: '/api/v1/users/logout', headers })).statusCode).toBe(401);
  });

  it('are listed without tokens, and can be ended by their account only', async () => {
    const { email, headers } = await store.signUp();
    const phone = await signIn(email);
    const sessions = await list(headers);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(Object.keys(sessions[0] ?? {})).toEqual(['id', 'createdAt', 'expiresAt', 'current']);
    const url = `/api/v1/users/sessions/${sessions.find(({ current }) => !current)?.id}`;
    const stranger = await store.signUp();
    expect((await store.app.inject({ method: 'DELETE', url, headers: stranger.headers })).statusCode).toBe(404);
    expect(await getStatus(phone)).toBe(200);
    expect((await store.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
    expect([await getStatus(phone), await getStatus(headers)]).toEqual([401, 200]);
  });

  it('are limited per account: a further sign-in ends the oldest session', async () => {
    let time = Date.now();
    const strict = await store.reopen({ settings: { maxSessionsPerAccount: 2 }, now: () => time });
    const { email, headers: first } = await strict.signUp();
    time += 1000;
    const second = await signIn(email, strict);
    time += 1000;
    const third = await signIn(email, strict);
    expect([await getStatus(first), await getStatus(second), await getStatus(third)]).toEqual([401, 200, 200]);
  });

  it('can be ended from pages of the shop', async () => {
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'DELETE' };
    const response = await store.app.inject({ method: 'OPTIONS', url: '/api/v1/users/sessions/1', headers });
    expect(response.headers['access-control-allow-methods']).toContain('DELETE');
  });
});
