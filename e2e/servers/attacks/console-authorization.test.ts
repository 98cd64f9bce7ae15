import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createTestConsole, env, policy, publicUrl } from '@shop/release-console/server/testing/test-console';
import { startWorkflowIssuer, toExchange } from '@shop/release-console/server/testing/workflow-issuer';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { listFailures } from '../../fixtures/list-failures';

/*
 * Who may do what in the release service: every call of the server, for every kind of caller. The table says what the policy of
 * the tests means, and is not computed from its code.
 */
const [everybody, managers, releasers] = [
  ['guest', 'asha', 'tara', 'ravi', 'meera', 'token', 'token of asha', 'narrow token', 'machine'],
  ['ravi', 'meera', 'token'],
  ['asha', 'tara', 'ravi', 'meera', 'token', 'token of asha', 'machine'],
] as const;
const people = ['guest', 'asha', 'tara', 'ravi', 'meera'] as const;
/** The narrow token of ravi may promote mf-a in production, and nothing else. */
const promoters = [...releasers, 'narrow token'] as const;
const strangers = ['anonymous', 'revoked token', 'ended token', 'ended session', 'unknown token'] as const;
const callers = [...everybody, ...strangers] as const;
type CallerName = (typeof callers)[number];

const id = '00000000-0000-4000-8000-000000000000';
const at = () => new Date(Date.now() + 3_600_000).toISOString();
const schedule = (call: string, body: object) => ({ at: at(), action: { call, body: { env, reason: 'x', ...body } } });

interface Expectation {
  /** Method and route. */
  call: string;
  /** Address of the request. Default: that of the route. */
  url?: string;
  /** Distinguishes entries of one call. */
  what?: string;
  allowed: readonly CallerName[];
  body?: (state: { seq: number; forced: string; proposed: string; schedule: string }) => object;
  /** Content of a file, in place of a body as JSON. */
  file?: Buffer;
}

const table: Expectation[] = [
  { call: 'POST /api/check', allowed: everybody, body: () => ({ env, releases: ['mf-a@1.1.0'] }) },
  { call: 'POST /api/verify', allowed: everybody, body: () => ({ env }) },
  {
    call: 'POST /api/preview',
    what: 'of mf-a',
    allowed: everybody,
    body: () => ({ env, releases: ['mf-a@1.1.0'], minutes: 5 }),
  },
  {
    call: 'POST /api/preview',
    what: 'of mf-payment',
    allowed: [...people, 'token', 'token of asha'],
    body: () => ({ env, releases: ['mf-payment@2.0.0'], minutes: 5 }),
  },
  {
    call: 'POST /api/rollout',
    allowed: promoters,
    body: ({ seq }) => ({ env, seq, share: 50, reason: 'x' }),
  },
  {
    call: 'POST /api/rollout',
    what: 'against the gates',
    allowed: managers,
    body: ({ seq }) => ({ env, seq, share: 50, reason: 'x', isForced: true }),
  },
  { call: 'POST /api/pause', allowed: promoters, body: ({ seq }) => ({ env, seq, reason: 'x' }) },
  { call: 'POST /api/resume', allowed: promoters, body: ({ seq }) => ({ env, seq, reason: 'x' }) },
  {
    call: 'POST /api/promote',
    what: 'of mf-a',
    allowed: promoters,
    body: ({ seq }) => ({ env, seq, releases: ['mf-a@1.0.0'], canary: { share: 10 }, reason: 'x' }),
  },
  {
    call: 'POST /api/promote',
    what: 'of mf-payment',
    allowed: managers,
    body: ({ seq }) => ({ env, seq, releases: ['mf-payment@2.0.0'], reason: 'x' }),
  },
  {
    call: 'POST /api/promote',
    what: 'against the gates',
    allowed: managers,
    body: ({ seq }) => ({ env, seq, releases: ['mf-payment@2.0.0'], isForced: true, reason: 'x' }),
  },
  { call: 'POST /api/halt', allowed: releasers, body: ({ seq }) => ({ env, seq, reason: 'x' }) },
  { call: 'POST /api/rollback', allowed: releasers, body: ({ seq }) => ({ env, seq, to: 1, reason: 'x' }) },
  {
    call: 'POST /api/lock',
    what: 'of an app',
    allowed: managers,
    body: ({ seq }) => ({ env, seq, app: 'mf-a', reason: 'x' }),
  },
  {
    call: 'POST /api/lock',
    what: 'of the environment',
    allowed: managers,
    body: ({ seq }) => ({ env, seq, app: '*', reason: 'x' }),
  },
  { call: 'POST /api/unlock', allowed: managers, body: ({ seq }) => ({ env, seq, app: 'mf-a', reason: 'x' }) },
  // Ravi has made these requests.
  {
    call: 'POST /api/approvals',
    what: 'of a forced change',
    allowed: ['meera'],
    body: ({ forced }) => ({ id: forced, isApproved: true }),
  },
  {
    call: 'POST /api/approvals',
    what: 'of a policy',
    allowed: ['meera'],
    body: ({ proposed }) => ({ id: proposed, isApproved: true }),
  },
  {
    call: 'POST /api/approvals',
    what: 'as a rejection',
    allowed: ['ravi', 'meera'],
    body: ({ proposed }) => ({ id: proposed, isApproved: false }),
  },
  {
    call: 'POST /api/policy',
    allowed: managers,
    body: () => ({ replaces: 1, policy, reason: 'x' }),
  },
  {
    call: 'POST /api/tokens',
    allowed: people,
    body: () => ({ name: 'x', days: 1, scope: { apps: ['*'], environments: ['*'], may: ['lock'] } }),
  },
  { call: 'POST /api/tokens/revoke', allowed: people, body: () => ({ id }) },
  {
    call: 'POST /api/schedules',
    what: 'of a promotion',
    allowed: promoters,
    body: () => schedule('promote', { releases: ['mf-a@1.1.0'] }),
  },
  { call: 'POST /api/schedules', what: 'of a lock', allowed: managers, body: () => schedule('lock', { app: '*' }) },
  { call: 'POST /api/schedules', what: 'of a halt', allowed: releasers, body: () => schedule('halt', {}) },
  { call: 'POST /api/schedules/cancel', allowed: managers, body: (state) => ({ id: state.schedule }) },
  ...['state', 'releases', 'policy', 'tokens', 'schedules', `history?env=${env}`, `errors?env=${env}`].map((path) => ({
    call: `GET /api/${path}`,
    allowed: everybody,
  })),
  { call: `GET /api/metrics?env=${env}`, allowed: everybody },
  { call: `GET /api/webhooks?env=${env}`, allowed: everybody },
  { call: `GET /api/change?env=${env}&seq=2`, allowed: everybody },
  { call: `GET /api/planned-change?env=${env}&releases=mf-a@1.1.0`, allowed: everybody },
  { call: `GET /api/incident?env=${env}`, allowed: everybody },
  { call: `GET /api/audit-log?env=${env}`, allowed: everybody },
  { call: 'GET /api/caller', allowed: everybody },
  { call: 'GET /api/trusted-keys', allowed: everybody },
  { call: 'GET /api/objects?prefix=r/', allowed: everybody },
  { call: 'GET /api/objects/*', url: `/api/objects/env/${env}/HEAD.json`, allowed: everybody },
  { call: 'GET /api/objects/*', what: 'a staff link', url: '/api/objects/staff/x.json', allowed: [] },
  { call: 'PUT /api/objects/*', url: '/api/objects/r/mf-a/9-x/main.js', allowed: promoters, file: Buffer.from('x') },
  {
    call: 'PUT /api/objects/*',
    what: 'of another app',
    url: '/api/objects/r/mf-payment/9-x/main.js',
    allowed: managers,
    file: Buffer.from('x'),
  },
  {
    call: 'PUT /api/objects/*',
    what: 'of HEAD',
    url: `/api/objects/env/${env}/HEAD.json`,
    allowed: [],
    file: Buffer.from('{}'),
  },
  { call: 'GET /pictures/:picture', url: `/pictures/${'0'.repeat(64)}`, allowed: everybody },
];

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
    ...{ owner: 'ravi', name: 'x', scope: { ...all, may: ['lock'] as const }, machine: null },
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
  const attempt = async ({ call, url: address, body, file }: Expectation, caller: CallerName) => {
    const [method = '', route = ''] = call.split(' ');
    const url = address ?? route;
    const state = { seq: await seq(), forced: forcedId, proposed, schedule: scheduled };
    const origin = caller === 'anonymous' || 'cookie' in credentials[caller] ? { origin: publicUrl } : {};
    const headers = {
      ...{ host: new URL(publicUrl).host, ...origin, ...credentials[caller] },
      ...(file ? { 'content-type': 'application/octet-stream' } : {}),
    };
    const payload = file ?? body?.(state);
    return app.inject({ method: method as 'POST', url, headers, ...(payload ? { payload } : {}) });
  };
  return { ...shop, seq, attempt };
}

const isAllowed = ({ allowed }: Expectation, caller: CallerName) => (allowed as readonly string[]).includes(caller);

describe('the authorization of the release service', () => {
  it('has an entry for every call', async () => {
    const { calls } = await openServices();
    const entries = new Set(table.map(({ call }) => call.split('?', 1)[0] ?? ''));
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
    for (const expectation of table) {
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
    for (const expectation of table) {
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
