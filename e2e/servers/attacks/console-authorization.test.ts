import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createTestConsole, env, policy, publicUrl } from '@shop/release-console/server/testing/test-console';
import { startWorkflowIssuer, toExchange } from '@shop/release-console/server/testing/workflow-issuer';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { listFailures } from '../../fixtures/list-failures';
import { type CallerName, type ConsoleCall, callers, consoleCalls, people, schedule, strangers } from './console-calls';

/** Calls without data and effects for strangers: sign-in, sign-out, the exchange of identity tokens, health, and the API document. */
const isPublic = (call: string) =>
  /^GET \/(sign-in(\/callback)?|api\/session|docs(\/.*)?|healthz|readyz)$|^(DELETE \/api\/session|POST \/api\/token)$/.test(
    call,
  );

async function openServices() {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  const workflow = await startWorkflowIssuer();
  const claims = { repository: 'shop/mf-a' };
  const machine = { issuer: workflow.issuer, claims, roles: ['catalog'], apps: ['mf-a'], environments: [env] };
  subscribe('fastify.initialization', watch);
  const withMachine = { ...policy, machines: { 'mf-a-ci': machine } };
  const shop = await createTestConsole({ policy: withMachine }).finally(() =>
    unsubscribe('fastify.initialization', watch),
  );
  const { ravi, asha, as, app, headers, service } = shop;
  const all = { apps: ['*'], environments: ['*'], may: ['promote', 'rollback', 'lock', 'force', 'policy'] };
  const narrow = { apps: ['mf-a'], environments: [env], may: ['promote'] };
  const createToken = async (owner: typeof ravi, scope: object) =>
    (await owner.post('/api/tokens', { name: 'x', days: 1, scope })).json<{ id: string; token: string }>();
  const exchanged = await app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host: headers.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: toExchange(await workflow.createToken({ claims })),
  });
  const revoked = await createToken(ravi, all);
  await ravi.post('/api/tokens/revoke', { id: revoked.id });
  const ended = await service.tokens.create({
    owner: 'ravi',
    name: 'x',
    scope: { ...all, may: ['lock'] as const },
    machine: null,
    endsAt: new Date(Date.now() - 1000),
  });
  const signedOut = await as('ravi');
  await app.inject({ method: 'DELETE', url: '/api/session', headers: { ...headers, cookie: signedOut.cookie } });
  const toBearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookies = await Promise.all(people.map(async (name) => [name, { cookie: (await as(name)).cookie }] as const));
  const credentials: Record<CallerName, Record<string, string>> = {
    ...(Object.fromEntries(cookies) as Record<(typeof people)[number], { cookie: string }>),
    token: toBearer((await createToken(ravi, all)).token),
    'token of asha': toBearer((await createToken(asha, all)).token),
    'narrow token': toBearer((await createToken(ravi, narrow)).token),
    machine: toBearer(exchanged.json().access_token),
    anonymous: {},
    'revoked token': toBearer(revoked.token),
    'ended token': toBearer(ended.token),
    'ended session': { cookie: signedOut.cookie },
    'unknown token': toBearer('rel_guess'),
  };
  const calls = routes.flatMap(({ method, url }) => [method].flat().map((name) => `${name} ${url}`));
  return { ...shop, policy: withMachine, credentials, calls: calls.filter((call) => !/^(HEAD|OPTIONS) /.test(call)) };
}

/** The service, with a running canary of mf-a, open requests of ravi and a schedule of meera. */
async function openPrepared() {
  const shop = await openServices();
  const { ravi, meera, newest, app, credentials } = shop;
  const seq = async () => (await newest()).entry.seq;
  await ravi.post('/api/promote', { env, seq: 1, releases: ['mf-a@1.1.0'], reason: 'x' });
  await ravi.post('/api/promote', { env, seq: 2, releases: ['mf-a@1.0.0'], canary: { share: 10 }, reason: 'x' });
  const forced = { env, seq: 3, releases: ['mf-payment@2.0.0'], isForced: true, reason: 'x' };
  const requests = [
    await ravi.post('/api/promote', forced),
    await ravi.post('/api/policy', { replaces: 1, policy: shop.policy, reason: 'x' }),
  ].map((response) => response.json().approval.id as string);
  const [forcedId = '', proposed = ''] = requests;
  const scheduled = (await meera.post('/api/schedules', schedule('lock', { app: '*' }))).json().id as string;
  const attempt = async ({ call, url: address, body, file }: ConsoleCall, caller: CallerName) => {
    const [method = '', route = ''] = call.split(' ');
    const url = address ?? route;
    const state = { seq: await seq(), forced: forcedId, proposed, schedule: scheduled };
    const origin = caller === 'anonymous' || 'cookie' in credentials[caller] ? { origin: publicUrl } : {};
    const headers = {
      host: new URL(publicUrl).host,
      ...origin,
      ...credentials[caller],
      ...(file ? { 'content-type': 'application/octet-stream' } : {}),
    };
    const payload = file ?? body?.(state);
    return app.inject({ method: method as 'POST', url, headers, ...(payload ? { payload } : {}) });
  };
  return { ...shop, seq, attempt };
}

const isAllowed = ({ allowed }: ConsoleCall, caller: CallerName) => (allowed as readonly string[]).includes(caller);

describe('the authorization of the release service', () => {
  it('has an entry for every call', async () => {
    const { calls } = await openServices();
    const entries = new Set(consoleCalls.map(({ call }) => call.split('?', 1)[0] ?? ''));
    expect([...entries].sort()).toEqual([...new Set(calls.filter((call) => !isPublic(call)))].sort());
  });

  it('refuses every action that the policy forbids', async () => {
    const { attempt, seq, service, store } = await openPrepared();
    const describeState = async () => [
      await seq(),
      await store.list('preview/'),
      await service.approvals.list(),
      await service.schedules.list(),
      await service.policies.list(),
      await service.db.selectFrom('token').select(['id', 'revokedAt']).orderBy('id').execute(),
    ];
    const before = await describeState();
    const results: [string, boolean][] = [];
    for (const expectation of consoleCalls) {
      for (const caller of callers.filter((name) => !isAllowed(expectation, name))) {
        const { statusCode } = await attempt(expectation, caller);
        const expected = (strangers as readonly string[]).includes(caller) ? 401 : 403;
        const { call, what = '' } = expectation;
        results.push([`${caller}: ${call} ${what}: ${statusCode}`, statusCode === expected]);
      }
    }
    expect(listFailures(results)).toEqual([]);
    expect(await describeState()).toEqual(before);
  });

  it('permits every action that the policy allows', async () => {
    const { attempt } = await openPrepared();
    const results: [string, boolean][] = [];
    for (const expectation of consoleCalls) {
      for (const caller of callers.filter((name) => isAllowed(expectation, name))) {
        const response = await attempt(expectation, caller);
        const { call, what = '' } = expectation;
        // The state after earlier actions can be a reason against an action.
        const isFine = response.statusCode < 500 && ![400, 401, 403].includes(response.statusCode);
        results.push([`${caller}: ${call} ${what}: ${response.statusCode} ${response.body.slice(0, 200)}`, isFine]);
      }
    }
    expect(listFailures(results)).toEqual([]);
  });
});
