import { createServiceApp } from '../app';
import { createTestConsole, env, publicUrl } from '../testing/test-console';
import { findCaller } from './principals';
import { NameTakenError } from './sessions';

/** Answers the requests of the service for what the provider says of a person. */
function answerUserInfo(answer: () => Response): void {
  const send = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init);
    return url.endsWith('/me') ? answer() : send(input, init);
  });
}

afterEach(() => jest.restoreAllMocks());

describe('sign-in', () => {
  it('leads to the identity provider and back, and sets a cookie that scripts cannot read', async () => {
    const { signIn, app, headers } = await createTestConsole();
    const { response, cookie } = await signIn('asha');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
    expect([response.headers['set-cookie']].flat().at(-1)).toMatch(
      /^release_service_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const session = await app.inject({ url: '/api/session', headers: { ...headers, cookie } });
    expect(session.json()).toEqual({ session: { person: 'asha' } });
  });

  it('sends state, nonce and a PKCE challenge, and returns to the view of the page', async () => {
    const { app, headers, service } = await createTestConsole();
    const { host } = headers;
    const started = await app.inject({ url: '/sign-in?to=%23%2Fproduction%2Flive', headers: { host } });
    const { searchParams } = new URL(String(started.headers.location));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email groups',
      redirect_uri: `${publicUrl}/sign-in/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [stored] = await service.db.selectFrom('signIn').selectAll().execute();
    expect(stored?.returnTo).toBe('#/production/live');
    await app.inject({ url: '/sign-in?to=https://evil.example', headers: { host } });
    const all = await service.db.selectFrom('signIn').select('returnTo').execute();
    expect(all.map(({ returnTo }) => returnTo)).toContain('');
  });

  it('accepts the return once, in the browser in which the sign-in began, with its state and in time', async () => {
    const { clock, signIn, app, headers, service } = await createTestConsole();
    const { host } = headers;
    const { returnPath, cookie } = await signIn('asha');
    const expectRefused = async (url: string, sent: string) => {
      const response = await app.inject({ url, headers: { host, cookie: sent } });
      expect(response.statusCode).toBe(403);
      expect(response.body).toContain('You are not signed in');
      expect(String(response.headers['set-cookie'])).not.toContain('release_service_session=');
    };
    await expectRefused(returnPath, cookie);
    await expectRefused(returnPath, '');
    const begin = async () => {
      const started = await app.inject({ url: '/sign-in', headers: { host } });
      return String(started.headers['set-cookie']).split(';', 1)[0] ?? '';
    };
    await expectRefused(returnPath, await begin());
    const late = await begin();
    clock.elapsedMs = 601_000;
    await expectRefused(returnPath, late);
    expect(await service.db.selectFrom('signIn').selectAll().execute()).toEqual([]);
  });

  it('sets Secure cookies of this host alone when the address has TLS', async () => {
    const { service } = await createTestConsole();
    const app = await createServiceApp({ ...service, publicUrl: 'https://releases.example' });
    const response = await app.inject({ url: '/sign-in', headers: { host: 'releases.example' } });
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-release_service_sign_in=.+; Secure; /);
  });

  it('gives a person the roles of the groups', async () => {
    const { as } = await createTestConsole();
    const tara = await as('tara');
    expect((await tara.state()).environments[0]?.permissions['mf-a']).toEqual(['promote', 'rollback']);
  });

  it('takes a claim that is one text for a list with one group', async () => {
    const { as } = await createTestConsole();
    answerUserInfo(() => Response.json({ sub: 'unnamed', groups: 'team-catalog' }));
    const unnamed = await as('unnamed');
    expect((await unnamed.state()).environments[0]?.permissions['mf-a']).toEqual(['promote', 'rollback']);
  });

  it('shows the page with the reason when the provider refuses to describe the person', async () => {
    const { signIn } = await createTestConsole();
    answerUserInfo(() => new Response(null, { status: 401 }));
    const { response } = await signIn('asha');
    expect(response.statusCode).toBe(403);
    expect(response.body).toContain('You are not signed in');
    expect(response.body).toContain('The identity provider did not confirm the sign-in');
  });

  it('refuses a name that another account of the provider has, and ends what an earlier provider left', async () => {
    const { service, as, openToken } = await createTestConsole();
    const ravi = await as('ravi');
    const token = await openToken(ravi);
    const known = await service.db
      .selectFrom('person')
      .selectAll()
      .where('name', '=', 'ravi')
      .executeTakeFirstOrThrow();
    const other = { name: 'ravi', issuer: known.issuer, subject: 'somebody else', groups: [] };
    await expect(service.sessions.start(other)).rejects.toThrow(NameTakenError);
    expect((await ravi.get('/api/state')).statusCode).toBe(200);
    await service.sessions.start({ ...other, issuer: 'https://new.example' });
    expect((await ravi.get('/api/state')).statusCode).toBe(401);
    expect((await token.get('/api/state')).statusCode).toBe(401);
  });
});

it('gives one person one name: the name that an account has left may do nothing', async () => {
  const { clock, service, as } = await createTestConsole();
  await as('tara');
  const { name, issuer, subject, groups } = await service.db
    .selectFrom('person')
    .selectAll()
    .where('name', '=', 'tara')
    .executeTakeFirstOrThrow();
  const listRoles = () =>
    Promise.all(['tara', 'tara2'].map(async (person) => (await findCaller(service, { name: person })).actor.roles));
  expect(await listRoles()).toEqual([['catalog'], []]);
  for (const [newName, expected] of [
    ['tara2', [[], ['catalog']]],
    [name, [['catalog'], []]],
  ] as const) {
    clock.elapsedMs += 1000;
    await service.sessions.start({ name: newName, issuer, subject, groups });
    expect(await listRoles()).toEqual(expected);
  }
});

describe('a session', () => {
  it('ends with sign-out, also at the provider', async () => {
    const { app, headers, signIn } = await createTestConsole();
    const { cookie, providerCookie } = await signIn('asha');
    const sent = { ...headers, cookie };
    const response = await app.inject({ method: 'DELETE', url: '/api/session', headers: sent });
    const url = new URL(response.json().redirect);
    expect(url.pathname).toBe('/session/end');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ post_logout_redirect_uri: `${publicUrl}/` });
    const page = await fetch(url, { headers: { cookie: providerCookie } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Sign out</h1>')]);
    expect((await app.inject({ url: '/api/state', headers: sent })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/session', headers: sent })).json()).toEqual({ session: null });
  });

  it('ends twelve hours after the sign-in, also when it is used', async () => {
    const { clock, as } = await createTestConsole();
    const asha = await as('asha');
    clock.elapsedMs = 11.9 * 3_600_000;
    expect((await asha.get('/api/state')).statusCode).toBe(200);
    clock.elapsedMs = 12.1 * 3_600_000;
    expect((await asha.get('/api/state')).statusCode).toBe(401);
  });

  it('is valid on every instance', async () => {
    const { createInstance, as, headers, app } = await createTestConsole();
    const [asha, second] = [await as('asha'), await createInstance()];
    const get = (url: string) => second.app.inject({ url, headers: { ...headers, cookie: asha.cookie } });
    expect((await get(`/api/history?env=${env}`)).statusCode).toBe(200);
    await app.inject({ method: 'DELETE', url: '/api/session', headers: { ...headers, cookie: asha.cookie } });
    expect((await get('/api/state')).statusCode).toBe(401);
  });
});
