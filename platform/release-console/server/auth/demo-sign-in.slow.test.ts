import { createTestConsole, publicUrl } from '../testing/test-console';
import { createDemoPolicy, demoPeople } from './demo-people';

const { host } = new URL(publicUrl);
const demoPolicy = createDemoPolicy('dev');
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Opens a service without an identity provider. */
async function openDemo(policy = demoPolicy) {
  const shop = await createTestConsole({ isDemo: true, policy });
  const choose = (payload: string, headers: Record<string, string> = {}, url = '/sign-in') =>
    shop.app.inject({ method: 'POST', url, headers: { host, origin: publicUrl, ...form, ...headers }, payload });
  const signIn = async (person: string) => {
    const response = await choose(`person=${person}`);
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
    const post = (url: string, payload: object) =>
      shop.app.inject({ method: 'POST', url, headers: { host, origin: publicUrl, cookie }, payload });
    return { response, cookie, post };
  };
  return { ...shop, choose, signIn };
}

test('the page offers each demo person without a script, and returns to the view of the console', async () => {
  const { app, choose } = await openDemo();
  const page = await app.inject({ url: '/sign-in?to=%23%2Fproduction%2Flive', headers: { host } });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*form-action 'self'/);
  for (const { name, description } of demoPeople) {
    expect(page.body).toContain(`value="${name}"`);
    expect(page.body).toContain(description);
  }
  const chosen = await choose('person=asha', {}, '/sign-in?to=%23%2Fproduction%2Flive');
  expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/#/production/live']);
  expect(String(chosen.headers['set-cookie'])).toMatch(
    /^release_service_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const away = await choose('person=asha', {}, '/sign-in?to=https://evil.example');
  expect(away.headers.location).toBe('/');
});

test('each person has the roles of the demo policy, and two people make a change of the policy', async () => {
  const { signIn, app } = await openDemo();
  const [ravi, asha, meera] = [await signIn('ravi'), await signIn('asha'), await signIn('meera')];
  const session = await app.inject({ url: '/api/session', headers: { host, cookie: asha.cookie } });
  expect(session.json()).toEqual({ session: { person: 'asha' } });
  const change = { replaces: 1, policy: demoPolicy, reason: 'a new team' };
  expect((await asha.post('/api/policy', change)).statusCode).toBe(403);
  const { approval } = (await ravi.post('/api/policy', change)).json();
  const decision = { id: approval.id, isApproved: true };
  expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(403);
  expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'policy', version: 2 });
});

test('a sign-out ends the session, and leads to no provider', async () => {
  const { signIn, app } = await openDemo();
  const { cookie } = await signIn('ravi');
  const headers = { host, origin: publicUrl, cookie };
  const ended = await app.inject({ method: 'DELETE', url: '/api/session', headers });
  expect(ended.json()).toEqual({ redirect: null });
  expect((await app.inject({ url: '/api/state', headers })).statusCode).toBe(401);
});

test.each<[string, string, Record<string, string>, number]>([
  ['another person', 'person=king', {}, 400],
  ['a name of the prototype', 'person=__proto__', {}, 400],
  ['no person', '', {}, 400],
  ['a person in JSON', '{"person":"ravi"}', { 'content-type': 'application/json' }, 400],
  ['a person as plain text', 'person=ravi', { 'content-type': 'text/plain' }, 415],
  ['a page of another site', 'person=ravi', { origin: 'https://evil.example' }, 403],
  ['another port of this machine', 'person=ravi', { origin: 'http://127.0.0.1:3000' }, 403],
  ['a sandboxed frame', 'person=ravi', { origin: 'null' }, 403],
  ['a request without an origin', 'person=ravi', { origin: '' }, 403],
  ['a foreign name of this machine', 'person=ravi', { host: 'evil.example:3300' }, 421],
])('%s starts no session', async (_what, payload, headers, status) => {
  const { choose } = await openDemo();
  const response = await choose(payload, headers);
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([status, undefined]);
});

test('a service with an identity provider offers no demo people', async () => {
  const { app, headers } = await createTestConsole();
  const page = await app.inject({ url: '/sign-in', headers: { host } });
  expect([page.statusCode, page.body]).toEqual([302, '']);
  const chosen = await app.inject({
    method: 'POST',
    url: '/sign-in',
    payload: 'person=ravi',
    headers: { ...headers, ...form },
  });
  expect([chosen.statusCode, chosen.headers['set-cookie']]).toEqual([404, undefined]);
});

test('a person of a new identity provider inherits neither sessions nor tokens of a demo person', async () => {
  const { signIn, app, service, withToken } = await openDemo();
  const ravi = await signIn('ravi');
  const scope = { apps: ['*'], environments: ['*'], may: ['promote'] };
  const { token } = (await ravi.post('/api/tokens', { name: 'laptop', days: 1, scope })).json();
  await service.sessions.start({ name: 'ravi', issuer: 'https://id.example', subject: '7', groups: [] });
  const read = await app.inject({ url: '/api/state', headers: { host, cookie: ravi.cookie } });
  expect([read.statusCode, (await withToken(token).get('/api/state')).statusCode]).toEqual([401, 401]);
});
