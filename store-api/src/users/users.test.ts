import { AccountInfoResponseJson } from '@shop/api-contract/schemas/user';
import { Check } from 'typebox/value';
import { describeOnEachDatabase } from '../testing/test-databases';
import { openTestStore, password, reopenTestStore, type TestStore } from '../testing/test-store';

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase('accounts', (open) => {
  let store: TestStore;
  let clock = Date.parse('2025-10-01T00:00:00Z');
  beforeAll(async () => {
    store = await openTestStore(open, { now: () => clock });
  }, 120_000);
  afterAll(() => store.close());

  const register = (email: unknown, rest = {}) =>
    store.post('/users/register', { email, password, firstName: 'Asha', lastName: 'Rao', ...rest });
  const authorize = (email: unknown, secret: unknown = password) =>
    store.post('/users/authorize', { email, password: secret });

  it('registers, signs in and shows the account', async () => {
    expect((await register('  Asha@Example.COM ', { firstName: ' Asha ' })).statusCode).toBe(201);
    const reply = await authorize('asha@example.com');
    const { token } = reply.json<{ token: string }>();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const account = await store.get('/accountInfo', { authorization: `Bearer ${token}` });
    expect(Check(AccountInfoResponseJson, account.json())).toBe(true);
    expect(account.json().data).toMatchObject({ firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' });
  });

  it('stores neither the password nor the token', async () => {
    const { headers, email } = await store.signUp();
    const token = String(headers.authorization).replace('Bearer ', '');
    const account = await store.db
      .selectFrom('account')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const sessions = await store.db.selectFrom('session').selectAll().execute();
    expect(account.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('answers a taken e-mail exactly like a new one, and changes nothing', async () => {
    const { email } = await store.signUp();
    const fresh = await register('new-cook@example.com');
    const taken = await register(email.toUpperCase(), { password: 'another password', firstName: 'Mallory' });
    expect([taken.statusCode, taken.body]).toEqual([fresh.statusCode, fresh.body]);
    expect((await authorize(email, 'another password')).statusCode).toBe(401);
    expect((await authorize(email)).statusCode).toBe(200);
  });

  it('answers an unknown e-mail exactly like a wrong password', async () => {
    const { email } = await store.signUp();
    const wrong = await authorize(email, 'not the password');
    const unknown = await authorize('nobody@example.com', 'not the password');
    expect(wrong.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
  });

  it('makes one account of two registrations at once', async () => {
    const replies = await Promise.all([register('twins@example.com'), register('twins@example.com')]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const accounts = await store.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'twins@example.com')
      .execute();
    expect(accounts).toHaveLength(1);
  });

  it.each([
    [{ email: 'no-address' }, 'email must be a valid e-mail address.'],
    [{ email: ['cook@example.com'] }, 'email must be a text.'],
    [{ password: 'short' }, 'password must have at least 6 characters.'],
    [{ firstName: ' A ' }, 'firstName must have at least 2 characters.'],
    [{ lastName: undefined }, 'lastName is required.'],
  ])('refuses %p with the message %p', async (part, error) => {
    const response = await register('someone@example.com', part);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error });
  });

  it.each([undefined, '', 'Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer \u00e9'])(
    'answers 401 to the authorization %p',
    async (authorization) => {
      const response = await store.get('/accountInfo', authorization === undefined ? {} : { authorization });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ error: 'Please sign in.' });
    },
  );

  it('ends a session after thirty days', async () => {
    const { headers } = await store.signUp();
    clock += 30 * day - 1;
    expect((await store.get('/accountInfo', headers)).statusCode).toBe(200);
    clock += 1;
    expect((await store.get('/accountInfo', headers)).statusCode).toBe(401);
  });

  it('refuses more failures than allowed for one account, then for one address, and no successes', async () => {
    const limits = {
      windowSeconds: 600,
      signInFailuresPerAccount: 2,
      signInFailuresPerAddress: 3,
      trackingFailuresPerAddress: 1,
      registrationsPerAddress: 2,
    };
    const strict = await reopenTestStore(store, { settings: { limits } });
    const { email } = await strict.signUp();
    const signIn = async (who: string, secret: string) =>
      (await strict.post('/users/authorize', { email: who, password: secret })).statusCode;

    for (let times = 0; times < 5; times += 1) expect(await signIn(email, password)).toBe(200);
    expect([await signIn(email, 'wrong one'), await signIn(email, 'wrong two')]).toEqual([401, 401]);
    const refused = await strict.post('/users/authorize', { email, password });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590);
    expect(refused.json()).toEqual({ error: expect.stringContaining('Too many attempts') });

    expect(await signIn('someone-else@example.com', 'wrong')).toBe(401);
    expect(await signIn('a-third@example.com', 'wrong')).toBe(429);

    await strict.post('/users/register', { email: 'x@example.com', password, firstName: 'Asha', lastName: 'Rao' });
    const third = await strict.post('/users/register', {
      email: 'y@example.com',
      password,
      firstName: 'A',
      lastName: 'R',
    });
    expect(third.statusCode).toBe(429);
    expect(third.json()).toEqual({ error: expect.stringContaining('Too many attempts') });
    expect(third.headers['retry-after']).toBeDefined();
    await strict.app.close();
  });
});
