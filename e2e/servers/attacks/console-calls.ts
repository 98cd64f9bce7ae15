import { env, policy } from '@shop/release-console/server/testing/test-console';

/*
 * Who may do what in the release service: every call of the server, for every kind of caller. The table says what the policy of
 * the tests means, and is not computed from its code.
 */
const [known, managers, releasers] = [
  ['guest', 'asha', 'tara', 'ravi', 'meera', 'token', 'token of asha', 'narrow token', 'machine'],
  ['ravi', 'meera', 'token'],
  ['asha', 'tara', 'ravi', 'meera', 'token', 'token of asha', 'machine'],
] as const;
const knownPeople = ['guest', 'asha', 'tara', 'ravi', 'meera'] as const;
/** The policy does not name the person `unnamed`, who has signed in. */
export const people = [...knownPeople, 'unnamed'] as const;
const everybody = [...known, 'unnamed'] as const;
/** The narrow token of ravi may promote mf-a in production, and nothing else. */
const promoters = [...releasers, 'narrow token'] as const;
export const strangers = ['anonymous', 'revoked token', 'ended token', 'ended session', 'unknown token'] as const;
export const callers = [...everybody, ...strangers] as const;
export type CallerName = (typeof callers)[number];

const id = '00000000-0000-4000-8000-000000000000';
const at = () => new Date(Date.now() + 3_600_000).toISOString();
export const schedule = (call: string, body: object) => ({
  at: at(),
  action: { call, body: { env, reason: 'x', ...body } },
});

export interface ConsoleCall {
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

export const consoleCalls: readonly ConsoleCall[] = [
  { call: 'POST /api/check', allowed: known, body: () => ({ env, releases: ['mf-a@1.1.0'] }) },
  { call: 'POST /api/verify', allowed: known, body: () => ({ env }) },
  {
    call: 'POST /api/preview',
    what: 'of mf-a',
    allowed: known,
    body: () => ({ env, releases: ['mf-a@1.1.0'], minutes: 5 }),
  },
  {
    call: 'POST /api/preview',
    what: 'of mf-payment',
    allowed: [...knownPeople, 'token', 'token of asha'],
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
  { call: 'POST /api/note', allowed: promoters, body: ({ seq }) => ({ env, seq, reason: 'x' }) },
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
  { call: 'POST /api/comment', allowed: knownPeople, body: ({ forced }) => ({ id: forced, text: 'x' }) },
  { call: 'POST /api/reviewers', allowed: ['ravi'], body: ({ forced }) => ({ id: forced, reviewers: ['meera'] }) },
  {
    call: 'POST /api/policy',
    allowed: managers,
    body: () => ({ replaces: 1, policy, reason: 'x' }),
  },
  {
    call: 'POST /api/tokens',
    allowed: knownPeople,
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
  { call: `GET /api/state-at?env=${env}&at=2999-01-01T00:00:00Z`, allowed: everybody },
  { call: `GET /api/change?env=${env}&seq=2`, allowed: everybody },
  { call: `GET /api/planned-change?env=${env}&releases=mf-a@1.1.0`, allowed: everybody },
  { call: `GET /api/incident?env=${env}`, allowed: everybody },
  { call: `GET /api/audit-log?env=${env}`, allowed: everybody },
  { call: 'GET /api/caller', allowed: everybody },
  { call: 'GET /api/trusted-keys', allowed: everybody },
  { call: 'GET /api/objects?prefix=r/', allowed: everybody },
  { call: 'GET /api/objects?prefix=staff/x', what: 'of staff links', allowed: [] },
  { call: 'GET /api/objects?prefix=private/', what: 'of private files', allowed: known },
  { call: 'GET /api/folders?prefix=r/', allowed: everybody },
  { call: 'GET /api/folders?prefix=staff/', what: 'of staff links', allowed: [] },
  { call: 'GET /api/objects/*', url: `/api/objects/env/${env}/HEAD.json`, allowed: everybody },
  { call: 'GET /api/objects/*', what: 'a release', url: '/api/objects/r/mf-a/9-x/release.json', allowed: everybody },
  {
    call: 'GET /api/objects/*',
    what: 'a source map',
    url: '/api/objects/private/mf-a/9-x/maps/main.js.map.br',
    allowed: known,
  },
  { call: 'GET /api/objects/*', what: 'a script', url: '/api/objects/r/mf-a/9-x/main.js', allowed: known },
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
