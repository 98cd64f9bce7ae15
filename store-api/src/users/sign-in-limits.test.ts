import { sql } from 'kysely';
import { readStoreApiSettings } from '../settings';
import { describeOnEachDatabase, describeOnPostgres } from '../testing/test-databases';
import { openTestStore, password, type TestStore, useTestStore } from '../testing/test-store';

const limits = {
  ...readStoreApiSettings({}).limits,
  windowSeconds: 600,
  signInFailuresPerAccount: 2,
  signInFailuresPerAddress: 3,
  trackingFailuresPerAddress: 1,
  registrationsPerAddress: 2,
};

let addressCount = 0;
/** Returns a client address that no other test uses. */
function createAddress(): string {
  addressCount += 1;
  return `198.51.100.${addressCount}`;
}

describeOnEachDatabase('sign-in limits', (open) => {
  const store = useTestStore(open);
  let strict: TestStore;
  beforeAll(async () => {
    strict = await store.reopen({ settings: { limits } });
  });

  interface Caller {
    address: string;
    headers?: Record<string, string>;
    on?: TestStore;
  }
  const signIn = async (email: string, secret: string, { address, headers = {}, on = strict }: Caller) => {
    const payload = { email, password: secret };
    return on.app.inject({ method: 'POST', url: '/api/v1/users/authorize', remoteAddress: address, headers, payload });
  };
  const getStatus = async (email: string, secret: string, caller: Caller) =>
    (await signIn(email, secret, caller)).statusCode;

  it('counts failures only: repeated successful sign-ins are never rejected', async () => {
    const { email } = await store.signUp();
    const address = createAddress();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await getStatus(email, password, { address })).toBe(200);
  });

  it('rejects further attempts on an account after its maximum number of failures, also of concurrent ones', async () => {
    const { email } = await store.signUp();
    const address = createAddress();
    const statuses = await Promise.all([1, 2, 3, 4].map((guess) => getStatus(email, `wrong ${guess}`, { address })));
    expect(statuses.sort()).toEqual([401, 401, 429, 429]);
    const rejected = await signIn(email, password, { address });
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(590);
    expect(rejected.json()).toEqual({ error: expect.stringContaining('Too many attempts') });
  });

  it('rejects further attempts from an address after its maximum number of failures', async () => {
    const address = createAddress();
    for (const name of ['a', 'b', 'c']) expect(await getStatus(`${name}@example.com`, 'wrong', { address })).toBe(401);
    expect(await getStatus('d@example.com', 'wrong', { address })).toBe(429);
    expect(await getStatus('d@example.com', 'wrong', { address: createAddress() })).toBe(401);
  });

  it('takes no attempt from the account while the address limit rejects requests', async () => {
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
    const { email } = await store.signUp();
    const address = createAddress();
    for (const name of ['e', 'f', 'g']) expect(await getStatus(`${name}@example.com`, 'wrong', { address })).toBe(401);
    // Shortly before the address window ends, its owner tries a few times. A new account window would start here.
    clock.mockReturnValue(start + 595_000);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await getStatus(email, password, { address })).toBe(429);
    clock.mockReturnValue(start + 601_000);
    expect(await getStatus(email, password, { address })).toBe(200);
    clock.mockRestore();
  });

  it('takes no attempt from the address while the account limit rejects requests', async () => {
    const { email } = await store.signUp();
    const address = createAddress();
    for (let attempt = 0; attempt < 2; attempt += 1) await signIn(email, 'wrong', { address });
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await getStatus(email, 'wrong', { address })).toBe(429);
    expect(await getStatus('h@example.com', 'wrong', { address })).toBe(401);
  });

  it('ignores X-Forwarded-For without trusted proxies, so that the header cannot bypass a limit', async () => {
    const address = createAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const headers = { 'x-forwarded-for': `192.0.2.${attempt}` };
      statuses.push(await getStatus(`spoof-${attempt}@example.com`, 'wrong', { address, headers }));
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('uses the last X-Forwarded-For address that is not a trusted proxy', async () => {
    const proxied = await store.reopen({ settings: { limits, trustedProxies: ['10.0.0.0/8'] } });
    const client = createAddress();
    const send = (email: string, address: string, forwarded: string) =>
      getStatus(email, 'wrong', { on: proxied, address, headers: { 'x-forwarded-for': forwarded } });
    // The client itself adds addresses in front. The proxies append the addresses that they see.
    for (const name of ['i', 'j', 'k']) {
      expect(await send(`${name}@example.com`, '10.0.0.7', `192.0.2.${name.charCodeAt(0)}, ${client}, 10.0.0.9`)).toBe(
        401,
      );
    }
    expect(await send('l@example.com', '10.0.0.7', `192.0.2.1, ${client}`)).toBe(429);
    // A client that is not a trusted proxy cannot use the header.
    expect(await send('l@example.com', client, '192.0.2.200')).toBe(429);
    expect(await send('l@example.com', '10.0.0.7', createAddress())).toBe(401);
  });

  it('limits registrations per address', async () => {
    const remoteAddress = createAddress();
    const register = (email: string) => {
      const payload = { email, password, firstName: 'Asha', lastName: 'Rao' };
      return strict.app.inject({ method: 'POST', url: '/api/v1/users/register', remoteAddress, payload });
    };
    expect((await register('first@example.com')).statusCode).toBe(201);
    expect((await register('second@example.com')).statusCode).toBe(201);
    const rejected = await register('third@example.com');
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json()).toEqual({ error: expect.stringContaining('Too many attempts') });
    expect(rejected.headers['retry-after']).toBeDefined();
  });
});

describeOnPostgres('shared sign-in limits', (open) => {
  it('counts the failures of all servers of one database, and stores no address or e-mail', async () => {
    const store = await openTestStore(open, { settings: { limits } });
    const second = await store.reopen({ settings: { limits } });
    const { email } = await store.signUp();
    const remoteAddress = createAddress();
    const getStatus = async (on: TestStore, secret: string) => {
      const payload = { email, password: secret };
      return (await on.app.inject({ method: 'POST', url: '/api/v1/users/authorize', remoteAddress, payload }))
        .statusCode;
    };
    expect(await getStatus(store, 'wrong')).toBe(401);
    expect(await getStatus(second, 'wrong')).toBe(401);
    expect(await getStatus(store, password)).toBe(429);
    expect(await getStatus(second, password)).toBe(429);
    const keys = await sql<{ key: string }>`select key from rate_limit`.execute(store.db);
    expect(keys.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(keys.rows)).not.toMatch(/@|198\.51/);
    await store.close();
  }, 120_000);
});
