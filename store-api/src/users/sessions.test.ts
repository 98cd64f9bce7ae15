import { describeOnEachDatabase } from '../testing/test-databases';
import { password, useTestStore } from '../testing/test-store';

describeOnEachDatabase('sessions', (open) => {
  const store = useTestStore(open);

  const signIn = async (email: string, on = store) => {
    const { token } = (await on.post('/users/authorize', { email, password })).json<{ token: string }>();
    return { authorization: `Bearer ${token}` };
  };
  const getStatus = async (headers: Record<string, string>) => (await store.get('/accountInfo', headers)).statusCode;

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
});
