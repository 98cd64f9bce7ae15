import { AccountInfoResponseJson } from '@shop/api-contract/schemas/user';
import { Check } from 'typebox/value';
import { describeOnEachDatabase } from '../testing/test-databases';
import { password, useTestStore } from '../testing/test-store';

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase('user routes', (open) => {
  let clock = Date.parse('2025-10-01T00:00:00Z');
  const store = useTestStore(open, { now: () => clock });

  const register = (email: unknown, rest = {}) =>
    store.post('/users/register', { email, password, firstName: 'Asha', lastName: 'Rao', ...rest });
  const authorize = (email: unknown, secret: unknown = password) =>
    store.post('/users/authorize', { email, password: secret });

  it('registers an account, signs in and returns the account', async () => {
    expect((await register('  Asha@Example.COM ', { firstName: ' Asha ' })).statusCode).toBe(201);
    const response = await authorize('asha@example.com');
    const { token } = response.json<{ token: string }>();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const account = await store.get('/accountInfo', { authorization: `Bearer ${token}` });
    expect(Check(AccountInfoResponseJson, account.json())).toBe(true);
    expect(account.json().data).toMatchObject({ firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' });
  });

  it.each(['Al', 'श्री', '😀😀', '👩\u200d🍳'])('registers an account of the name %s', async (name) => {
    const email = `${Buffer.from(name).toString('hex')}@example.com`;
    expect((await register(email, { firstName: name, lastName: name })).statusCode).toBe(201);
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

  it('responds to the registration of a taken e-mail as to a new one, and keeps the account unchanged', async () => {
    const { email } = await store.signUp();
    const fresh = await register('new-cook@example.com');
    const taken = await register(email.toUpperCase(), { password: 'another password', firstName: 'Mallory' });
    expect([taken.statusCode, taken.body]).toEqual([fresh.statusCode, fresh.body]);
    expect((await authorize(email, 'another password')).statusCode).toBe(401);
    expect((await authorize(email)).statusCode).toBe(200);
  });

  it('explains a refused sign-in in the language of the request', async () => {
    const { email } = await store.signUp();
    const refuse = (headers = {}) => store.post('/users/authorize', { email, password: 'another password' }, headers);
    expect((await refuse()).json()).toEqual({ error: 'The e-mail or the password is not right.' });
    expect((await refuse({ 'accept-language': 'hi' })).json()).toEqual({ error: 'ईमेल या पासवर्ड सही नहीं है।' });
  });

  it('responds to an unknown e-mail as to a wrong password', async () => {
    const { email } = await store.signUp();
    const wrong = await authorize(email, 'not the password');
    const unknown = await authorize('nobody@example.com', 'not the password');
    expect(wrong.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
  });

  it('creates one account from two concurrent registrations', async () => {
    const responses = await Promise.all([register('twins@example.com'), register('twins@example.com')]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const accounts = await store.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'twins@example.com')
      .execute();
    expect(accounts).toHaveLength(1);
  });

  it.each([
    [{ email: 'no-address' }, 'The e-mail address must be a valid e-mail address.'],
    [{ email: ['cook@example.com'] }, 'The e-mail address must be a text.'],
    [{ password: 'short' }, 'The password must have at least 6 characters.'],
    [{ firstName: ' A ' }, 'The first name must have at least 2 characters.'],
    [{ firstName: '😀' }, 'The first name must have at least 2 characters.'],
    [{ lastName: '\u200b\u200b' }, 'The last name must have at least 2 characters.'],
    [{ password: '😀😀😀' }, 'The password must have at least 6 characters.'],
    [{ lastName: undefined }, 'The last name is required.'],
  ])('rejects a registration with %p and the message %p', async (part, error) => {
    const response = await register('someone@example.com', part);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error });
  });

  it.each([undefined, '', 'Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer \u00e9'])(
    'responds with 401 to the authorization %p',
    async (authorization) => {
      const response = await store.get('/accountInfo', authorization === undefined ? {} : { authorization });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({ error: 'Please sign in.' });
    },
  );

  it('rejects a session after thirty days', async () => {
    const { headers } = await store.signUp();
    clock += 30 * day - 1;
    expect((await store.get('/accountInfo', headers)).statusCode).toBe(200);
    clock += 1;
    expect((await store.get('/accountInfo', headers)).statusCode).toBe(401);
  });
});
