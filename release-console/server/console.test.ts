import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import type { Problem } from '@shop/releases/gates/gate';
import { createPromotionCheck } from '@shop/releases/gates/standard-gates';
import { readAuditLog } from '@shop/releases/history/audit-log';
import { createAccessToken, hashAccessToken } from '@shop/releases/policy/access-token';
import type { Policy } from '@shop/releases/policy/policy';
import { listReleases } from '@shop/releases/release/list-releases';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, releaseFile } from '@shop/releases/release/release';
import { getHeadKey } from '@shop/releases/state/head';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import type { AppReleases, ConsoleState, HistoryPage } from '../api/responses';
import { buildConsole } from './app';
import type { Door } from './session/sessions';

const root = mkdtempSync(path.join(tmpdir(), 'console-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

const tokens = {
  asha: createAccessToken(),
  ravi: createAccessToken(),
  meera: createAccessToken(),
  guest: createAccessToken(),
};
const origin = 'http://127.0.0.1:3300';

/** Asha ships the catalogue; Ravi and Meera run everything; the guest looks. */
const policy: Policy = {
  roles: {
    catalog: { may: ['promote', 'rollback'], apps: ['mf-a'], environments: ['production'] },
    manager: { may: ['promote', 'rollback', 'lock', 'force'], apps: ['*'], environments: ['*'] },
  },
  people: {
    asha: { roles: ['catalog'], token: hashAccessToken(tokens.asha) },
    ravi: { roles: ['manager'], token: hashAccessToken(tokens.ravi) },
    meera: { roles: ['manager'], token: hashAccessToken(tokens.meera) },
    guest: { roles: [], token: hashAccessToken(tokens.guest) },
  },
};

const fakePaths: Record<string, Record<string, string>> = { 'mf-a': { home: '/a' }, 'mf-payment': { pay: '/pay' } };

/** A console over a shop that is live: shell, mf-a and mf-payment at 1.0.0; mf-a 1.1.0 and a clashing 2.0.0 published. */
async function openConsole(people: Policy | null = policy, bootProblems: Problem[] = []) {
  const store = createFileSystemStore(path.join(root, String(++count)));
  const environment = createTestEnvironment(store);
  const add = (app: string, version: string, paths = fakePaths[app] ?? {}) =>
    publish(store, { appRoot: writeFakeBuild({ app, version, content: version, paths }), commit: 'c0ffee1' });
  const first = await Promise.all(['shell', 'mf-a', 'mf-payment'].map((app) => add(app, '1.0.0')));
  await promote(environment, first, { by: 'local', reason: 'opening' }, passingGates);
  await add('mf-a', '1.1.0');
  await add('mf-payment', '2.0.0', { pay: '/a' });
  let current = people;
  const door: Door = people
    ? { kind: 'policy', read: async () => current ?? policy }
    : { kind: 'local', person: 'asha', token: tokens.asha };
  const app = await buildConsole({
    store,
    open: async (name) => ({ ...environment, name }),
    gatesFor: (one, removed) => createPromotionCheck(one, removed, async () => bootProblems),
    door,
    shopUrl: 'http://localhost:3000',
  });
  const headers = { host: '127.0.0.1:3300', origin };

  const signIn = async (token: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/session', headers, payload: { token } });
    const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';');
    return { answer, cookie };
  };
  /** Somebody's browser: their cookie, this page's origin. */
  const as = async (token: string) => {
    const { cookie } = await signIn(token);
    const get = async (url: string) => app.inject({ url, headers: { ...headers, cookie } });
    const post = async (url: string, payload: object, more: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, headers: { ...headers, cookie, ...more }, payload });
    const state = async () => (await get('/api/state')).json<ConsoleState>();
    return { get, post, state, cookie };
  };
  const newest = async () => {
    const state = await readLiveState(environment);
    if (!state) throw new Error('nothing is live');
    for await (const entry of readAuditLog(store, state.head.log, environment.trusted)) return { entry, state };
    throw new Error('the log is empty');
  };
  return { app, as, signIn, headers, newest, environment, store, changePolicy: (next: Policy) => (current = next) };
}

const env = 'production';
const canary = { env, seq: 1, releases: ['mf-a@1.1.0'], canary: { share: 10 }, reason: 'faster lists' };

describe('signing in', () => {
  it('takes the right token only, and hands out a cookie that no script and no other site can use', async () => {
    const { signIn, app, headers } = await openConsole();
    const wrong = await signIn('guess');
    expect(wrong.answer.statusCode).toBe(401);
    expect(wrong.answer.json()).toEqual({ error: 'That token is not known here.' });
    expect(wrong.answer.headers['set-cookie']).toBeUndefined();
    const { answer, cookie } = await signIn(tokens.asha);
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Strict$/);
    const session = await app.inject({ url: '/api/session', headers: { ...headers, cookie } });
    expect(session.json()).toEqual({ session: { person: 'asha', hasPolicy: true } });
  });

  it('is needed for every call', async () => {
    const { app, headers } = await openConsole();
    for (const url of ['/api/state', '/api/releases', '/api/history?env=production', '/api/events']) {
      expect((await app.inject({ url, headers })).statusCode).toBe(401);
    }
    const actions = [
      'check',
      'promote',
      'rollout',
      'halt',
      'rollback',
      'preview',
      'lock',
      'unlock',
      'verify',
      'approvals',
    ];
    for (const action of actions) {
      const answer = await app.inject({ method: 'POST', url: `/api/${action}`, headers, payload: {} });
      expect({ action, status: answer.statusCode }).toEqual({ action, status: 401 });
    }
  });

  it('stops listening after ten wrong tokens in a minute', async () => {
    const { signIn } = await openConsole();
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(`guess ${attempt}`);
    const { answer } = await signIn(tokens.asha);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
  });

  it('ends when the person signs out, or the policy knows their token no more', async () => {
    const { as, app, headers, changePolicy } = await openConsole();
    const asha = await as(tokens.asha);
    const ravi = await as(tokens.ravi);
    await app.inject({ method: 'DELETE', url: '/api/session', headers: { ...headers, cookie: asha.cookie } });
    expect((await asha.get('/api/state')).statusCode).toBe(401);
    expect((await asha.get('/api/session')).json()).toEqual({ session: null });
    expect((await ravi.get('/api/state')).statusCode).toBe(200);
    changePolicy({
      ...policy,
      people: { ...policy.people, ravi: { roles: ['manager'], token: hashAccessToken(createAccessToken()) } },
    });
    expect((await ravi.get('/api/state')).statusCode).toBe(401);
  });

  it('works with the one token of this machine where there is no policy', async () => {
    const { as, signIn } = await openConsole(null);
    expect((await signIn(tokens.ravi)).answer.statusCode).toBe(401);
    const me = await as(tokens.asha);
    expect((await me.get('/api/session')).json()).toEqual({ session: { person: 'asha', hasPolicy: false } });
    expect((await me.state()).environments[0]?.may['*']).toEqual(['promote', 'rollback', 'lock', 'force']);
  });
});

describe('other pages', () => {
  it.each([
    ['another origin', { origin: 'http://localhost:3000' }, 403],
    ['no origin', { origin: '' }, 403],
    ['another name for this machine', { host: 'evil.example:3300', origin: 'http://evil.example:3300' }, 421],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { 'content-type': 'text/plain' }, 415],
  ])('cannot change anything with a signed-in cookie: %s', async (_what, headers, status) => {
    const { as, newest } = await openConsole();
    const ravi = await as(tokens.ravi);
    const answer = await ravi.post('/api/lock', { env, seq: 1, app: '*', reason: 'x' }, headers);
    expect(answer.statusCode).toBe(status);
    expect((await newest()).entry.seq).toBe(1);
  });

  it('cannot read either', async () => {
    const { app, headers, as } = await openConsole();
    const { cookie } = await as(tokens.ravi);
    for (const site of ['cross-site', 'same-site']) {
      const answer = await app.inject({ url: '/api/state', headers: { ...headers, cookie, 'sec-fetch-site': site } });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('what is live', () => {
  it('is told app by app: version, commit, who brought it and when; and what one may do', async () => {
    const { as } = await openConsole();
    const { environments, broken } = await (await as(tokens.asha)).state();
    expect(broken).toEqual([]);
    expect(environments).toHaveLength(1);
    expect(environments[0]).toMatchObject({ name: env, seq: 1, canary: null, locks: {} });
    expect(environments[0]?.apps[1]).toMatchObject({
      app: 'mf-a',
      version: '1.0.0',
      commit: 'c0ffee1',
      since: { seq: 1, by: 'local', reason: 'opening' },
    });
    expect(environments[0]?.may).toMatchObject({ '*': [], shell: [], 'mf-a': ['promote', 'rollback'] });
    expect(environments[0]?.health).toMatchObject({ env, canary: null });
  });

  it('names who brought an app after later changes, and says what cannot be read', async () => {
    const { as, environment, store } = await openConsole();
    const release = (await (await as(tokens.ravi)).get('/api/releases')).json()[1].releases[0];
    expect(release).toMatchObject({ app: 'mf-a', version: '1.1.0', commit: 'c0ffee1' });
    await promote(environment, [release], testAuthor, passingGates);
    await promote({ ...environment, name: 'staging' }, [release], testAuthor, passingGates).catch(() => undefined);
    await store.putIfAbsent(getHeadKey('broken'), Buffer.from('{}'));
    const { environments, broken } = await (await as(tokens.ravi)).state();
    expect(environments[0]?.apps.map(({ app, since }) => [app, since?.seq])).toEqual([
      ['shell', 1],
      ['mf-a', 2],
      ['mf-payment', 1],
    ]);
    expect(broken).toEqual([{ name: 'broken', problem: expect.stringContaining('env/broken/HEAD.json is malformed') }]);
  });
});

describe('a release whose description cannot be read', () => {
  /** mf-a 1.1.0, live or only published, with other bytes in place of its description, or with none. */
  async function openDamaged({ isLive, bytes }: { isLive: boolean; bytes?: string }) {
    const opened = await openConsole();
    const { store, environment } = opened;
    const [release] = (await listReleases(store, 'mf-a')).slice(-1);
    if (!release) throw new Error('nothing is published');
    if (isLive) await promote(environment, [release], testAuthor, passingGates);
    const key = getReleasePrefix(release) + releaseFile;
    await store.remove(key);
    if (bytes !== undefined) await store.putIfAbsent(key, Buffer.from(bytes));
    return { ...opened, ravi: await opened.as(tokens.ravi) };
  }

  it('is told as damaged, hides no other, and is not promoted', async () => {
    const { ravi, newest } = await openDamaged({ isLive: false, bytes: '{}' });
    const apps = (await ravi.get('/api/releases')).json<AppReleases[]>();
    expect(apps.map(({ app }) => app)).toEqual(['shell', 'mf-a', 'mf-payment']);
    expect(apps[1]?.releases).toMatchObject([
      { version: '1.0.0', commit: 'c0ffee1', isDamaged: false },
      { version: '1.1.0', commit: '', isDamaged: true },
    ]);
    const answer = await ravi.post('/api/promote', canary);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().findings).toMatchObject([
      { gate: 'file-integrity', app: 'mf-a', remedy: 'publish mf-a again under a new version' },
    ]);
    expect((await newest()).entry.seq).toBe(1);
  });

  it.each([
    ['missing', {}],
    ['changed', { bytes: '{}' }],
  ])('leaves its environment to be seen and mended where it is live (%s)', async (_what, damage) => {
    const { ravi, newest } = await openDamaged({ isLive: true, ...damage });
    const { environments, broken } = await ravi.state();
    expect(broken).toEqual([]);
    expect(environments[0]?.apps.map(({ app, isDamaged }) => [app, isDamaged])).toEqual([
      ['shell', false],
      ['mf-a', true],
      ['mf-payment', false],
    ]);
    expect(environments[0]?.apps[1]).toMatchObject({ version: '1.1.0', since: { seq: 2 } });
    expect((await ravi.post('/api/rollback', { env, seq: 2, reason: 'damaged' })).json()).toEqual({ seq: 3 });
    expect((await newest()).state.live.remotes[0]).toMatchObject({ version: '1.0.0' });
  });
});

it('shows a version that was removed and published again as it is now', async () => {
  const { as, store, environment } = await openConsole();
  const ravi = await as(tokens.ravi);
  const [first, second] = await listReleases(store, 'mf-a');
  if (!first || !second) throw new Error('two versions are published');
  await promote(environment, [second], testAuthor, passingGates);
  await promote(environment, [first], testAuthor, passingGates);
  const commits = async () => ({
    published: (await ravi.get('/api/releases'))
      .json<AppReleases[]>()[1]
      ?.releases.map(({ commit }) => commit)
      .sort(),
    live: (await ravi.state()).environments[0]?.apps[1],
  });
  await commits();
  const key = getReleasePrefix(second) + releaseFile;
  const before = String((await store.get(key))?.bytes);
  await store.remove(key);
  await store.putIfAbsent(key, Buffer.from(before.replace('c0ffee1', 'decade2')));
  expect((await commits()).published).toEqual(['c0ffee1', 'decade2']);
  await promote(environment, [second], testAuthor, passingGates);
  expect((await commits()).live).toMatchObject({ version: '1.1.0', commit: 'decade2', isDamaged: false });
});

describe('actions', () => {
  it('check runs the gates and changes nothing', async () => {
    const { as, newest } = await openConsole();
    const guest = await as(tokens.guest);
    const good = await guest.post('/api/check', { env, releases: ['mf-a@1.1.0'] });
    expect(good.json()).toMatchObject({ findings: [], changes: [{ app: 'mf-a' }] });
    const bad = await guest.post('/api/check', { env, releases: ['mf-payment@2.0.0'] });
    expect(bad.json().findings[0]).toMatchObject({ gate: 'route-ownership', app: 'mf-payment' });
    expect((await newest()).entry.seq).toBe(1);
  });

  it('promotes a canary, gives it to more, and makes it live; each is in the log with who did it', async () => {
    const { as, newest } = await openConsole();
    const asha = await as(tokens.asha);
    expect((await asha.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ action: 'canary', by: 'asha', reason: 'faster lists' });
    expect((await asha.state()).environments[0]?.canary).toMatchObject({
      share: 10,
      began: { by: 'asha' },
      changes: [{ app: 'mf-a', before: { version: '1.0.0' }, after: { version: '1.1.0' } }],
    });
    expect((await asha.post('/api/rollout', { env, seq: 2, share: 50, reason: '' })).statusCode).toBe(200);
    const back = await asha.post('/api/rollout', { env, seq: 3, share: 20, reason: '' });
    expect(back.statusCode).toBe(409);
    expect(back.json().error).toContain('a share only rises');
    expect((await asha.post('/api/rollout', { env, seq: 3, share: 'complete', reason: '' })).statusCode).toBe(200);
    expect((await newest()).state.live.remotes[0]).toMatchObject({ app: 'mf-a', version: '1.1.0' });
    expect((await newest()).entry).toMatchObject({ seq: 4, action: 'complete', by: 'asha' });
  });

  it('halts a canary and rolls back to a change', async () => {
    const { as, newest } = await openConsole();
    const asha = await as(tokens.asha);
    await asha.post('/api/promote', canary);
    await asha.post('/api/halt', { env, seq: 2, reason: 'slow' });
    expect((await newest()).entry).toMatchObject({ seq: 3, action: 'halt', by: 'asha', reason: 'slow' });
    await asha.post('/api/promote', { ...canary, seq: 3, canary: null });
    const rolled = await asha.post('/api/rollback', { env, seq: 4, to: 1, reason: 'cards broke' });
    expect(rolled.json()).toEqual({ seq: 5 });
    expect((await newest()).state.live.remotes[0]).toMatchObject({ version: '1.0.0' });
  });

  it('refuses what the gates find, with the findings', async () => {
    const { as } = await openConsole();
    const ravi = await as(tokens.ravi);
    const answer = await ravi.post('/api/promote', { env, seq: 1, releases: ['mf-payment@2.0.0'], reason: 'bank' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      error: 'The gates refuse this composition.',
      findings: expect.arrayContaining([expect.objectContaining({ gate: 'route-ownership', app: 'mf-payment' })]),
    });
  });

  it('never overwrites what somebody else changed since one looked', async () => {
    const { as, newest } = await openConsole();
    const [asha, ravi] = [await as(tokens.asha), await as(tokens.ravi)];
    await asha.post('/api/promote', canary);
    const late = await ravi.post('/api/lock', { env, seq: 1, app: '*', reason: 'sale' });
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toBe(
      'production has changed since you looked: it is at change 2, you saw 1. Look again.',
    );
    expect((await newest()).entry.seq).toBe(2);
  });

  it('locks and unlocks, previews, and verifies', async () => {
    const { as, newest, store } = await openConsole();
    const ravi = await as(tokens.ravi);
    await ravi.post('/api/lock', { env, seq: 1, app: 'mf-a', reason: 'sale weekend' });
    expect((await newest()).state.head.locks['mf-a']).toMatchObject({ by: 'ravi', reason: 'sale weekend' });
    const locked = await ravi.post('/api/promote', { ...canary, seq: 2 });
    expect(locked.json().error).toContain('mf-a is locked by ravi');
    await ravi.post('/api/unlock', { env, seq: 2, app: 'mf-a', reason: 'over' });
    const preview = await ravi.post('/api/preview', { env, releases: ['mf-a@1.1.0'], minutes: 30 });
    expect(preview.json().link).toMatch(/^http:\/\/localhost:3000\/-\/preview\/[0-9a-f-]{36}$/);
    const key = `r/mf-a/1.0.0-${(await newest()).state.live.remotes[0]?.digest}/home.js`;
    expect((await ravi.post('/api/verify', { env })).json()).toMatchObject({ changes: 3 });
    await store.remove(key);
    const { releases } = (await ravi.post('/api/verify', { env })).json();
    expect(releases[1]).toMatchObject({ app: 'mf-a', damaged: ['home.js'] });
  });

  it.each([
    ['promote', {}, 'The request cannot be read: env: '],
    ['promote', { ...canary, canary: { share: 101 } }, 'canary.share: give a whole number from 0 to 100.'],
    ['promote', { ...canary, canary: { staff: true } }, 'The request cannot be read: canary.share: '],
    ['promote', { ...canary, canaryShare: 10 }, 'The request cannot be read: canaryShare: '],
    [
      'promote',
      { ...canary, canary: { share: 10, regions: ['KA', 'K/A'] } },
      'canary.regions: give codes with commas, such as KA,MH.',
    ],
    ['rollout', { env, seq: 1, share: 50, isForced: true, reason: ' ' }, 'reason: give a reason to force it.'],
    ['promote', { ...canary, reason: ' ' }, 'reason: give a reason.'],
    ['promote', { ...canary, reason: 'sale\n9 forged' }, 'reason: write the reason in one line of plain text.'],
    ['promote', { ...canary, releases: ['mf-a'] }, 'write app@version, such as mf-catalog@1.2.0.'],
    ['promote', { ...canary, releases: [] }, 'Choose a version of an app first.'],
    ['promote', { ...canary, speed: 3 }, 'The request cannot be read: speed: '],
    ['promote', { ...canary, env: '../x' }, 'env: give the name of an environment, such as production'],
    ['rollout', { env, seq: 1, share: 'all', reason: '' }, 'give a share from 1 to 100, or complete.'],
    ['preview', { env, releases: ['mf-a@1.1.0'], minutes: 99_999 }, 'minutes: give a whole number from 1 to 43200.'],
  ])('%s that is malformed (%#) is refused in one sentence', async (action, body, sentence) => {
    const { as, newest } = await openConsole();
    const answer = await (await as(tokens.ravi)).post(`/api/${action}`, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toContain(sentence);
    expect((await newest()).entry.seq).toBe(1);
  });

  it('says what is not published, in the words of the command line', async () => {
    const { as } = await openConsole();
    const answer = await (await as(tokens.ravi)).post('/api/promote', { ...canary, releases: ['mf-a@9.9.9'] });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toBe('mf-a@9.9.9 is not published: published are 1.0.0, 1.1.0.');
  });
});

describe('the policy', () => {
  it('refuses what a role does not allow, and says who may', async () => {
    const { as, newest } = await openConsole();
    const asha = await as(tokens.asha);
    const refused = await asha.post('/api/promote', { ...canary, releases: ['mf-payment@2.0.0'] });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error).toBe(
      'asha may not promote mf-payment in production: in the release policy that is for the role manager; ask ravi or meera.',
    );
    expect((await asha.post('/api/lock', { env, seq: 1, app: '*', reason: 'x' })).statusCode).toBe(403);
    const guest = await as(tokens.guest);
    expect((await guest.post('/api/promote', canary)).statusCode).toBe(403);
    expect((await newest()).entry.seq).toBe(1);
  });

  const forced = { env, seq: 1, releases: ['mf-payment@2.0.0'], isForced: true, reason: 'the bank insists' };

  it('has payments forced by two people who signed in, and records both', async () => {
    const { as, newest } = await openConsole();
    const [asha, ravi, meera] = [await as(tokens.asha), await as(tokens.ravi), await as(tokens.meera)];
    expect((await asha.post('/api/promote', forced)).statusCode).toBe(403);
    const asked = (await ravi.post('/api/promote', forced)).json();
    expect(asked).toMatchObject({ kind: 'waits', approval: { by: 'ravi', mayApprove: false } });
    expect((await newest()).entry.seq).toBe(1);
    const { id } = asked.approval;
    const own = await ravi.post('/api/approvals', { id, isApproved: true });
    expect(own.json().error).toBe('You asked for this yourself: somebody else approves it.');
    const stranger = await asha.post('/api/approvals', { id, isApproved: true });
    expect(stranger.json().error).toContain('asha may not force mf-payment in production');
    expect((await meera.state()).approvals[0]).toMatchObject({
      id,
      mayApprove: true,
      findings: [{ gate: 'route-ownership' }, {}],
    });
    expect((await meera.post('/api/approvals', { id, isApproved: true })).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi, approved by meera', isForced: true });
    expect((await meera.state()).approvals).toEqual([]);
    expect((await meera.post('/api/approvals', { id, isApproved: true })).statusCode).toBe(404);
  });

  it('lets a request be taken back, and does not carry it out on other findings than were approved', async () => {
    const { as, environment, store } = await openConsole();
    const [ravi, meera] = [await as(tokens.ravi), await as(tokens.meera)];
    const first = (await ravi.post('/api/promote', forced)).json().approval.id;
    expect((await ravi.post('/api/approvals', { id: first, isApproved: false })).json()).toEqual({ kind: 'refused' });
    const { id } = (await ravi.post('/api/promote', forced)).json().approval;
    const extra = await publish(store, {
      appRoot: writeFakeBuild({ app: 'mf-b', content: 'b', paths: { more: '/a' } }),
      commit: '',
    });
    await promote(environment, [extra], testAuthor, passingGates);
    const answer = await meera.post('/api/approvals', { id, isApproved: true });
    expect(answer.json().error).toContain('The gates find more than was approved');
    expect((await meera.state()).approvals).toHaveLength(1);
  });

  it('shows whoever approves what the boot finds too, and has it on record', async () => {
    const crash = { app: 'mf-payment', problem: '/a throws: no', remedy: 'look' };
    const { as, newest } = await openConsole(policy, [crash]);
    const { approval } = (await (await as(tokens.ravi)).post('/api/promote', forced)).json();
    expect(approval.findings).toContainEqual({ gate: 'smoke-test', ...crash });
    const answer = await (await as(tokens.meera)).post('/api/approvals', { id: approval.id, isApproved: true });
    expect(answer.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry.findings).toEqual(approval.findings);
  });

  it('asks nobody else where the gates find nothing', async () => {
    const { as, newest, store } = await openConsole();
    const appRoot = writeFakeBuild({ app: 'mf-payment', version: '1.1.0', content: 'new', paths: { pay: '/pay' } });
    await publish(store, { appRoot, commit: '' });
    const answer = await (await as(tokens.ravi)).post('/api/promote', { ...forced, releases: ['mf-payment@1.1.0'] });
    expect(answer.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi', isForced: false });
  });

  it('carries who gets it first through the approval', async () => {
    const { as, newest } = await openConsole();
    const [ravi, meera] = [await as(tokens.ravi), await as(tokens.meera)];
    const audience = { share: 0, staff: true, regions: ['KA'] };
    const nobody = await ravi.post('/api/promote', { ...forced, canary: { share: 0 } });
    expect(nobody.json().error).toBe('A canary of 0 % is for staff or regions: name them, or give it a share.');
    expect((await ravi.state()).approvals).toEqual([]);
    const { approval } = (await ravi.post('/api/promote', { ...forced, canary: audience })).json();
    expect(approval.asked).toEqual({ kind: 'promote', canary: audience });
    await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect((await newest()).entry).toMatchObject({ action: 'canary', by: 'ravi, approved by meera', canary: audience });
  });

  it('is needed for two people to be told apart', async () => {
    const { as } = await openConsole(null);
    const answer = await (await as(tokens.asha)).post('/api/promote', forced);
    expect(answer.json().error).toContain('mf-payment is forced by two people: name them in a release policy');
  });
});

describe('a canary for staff and regions', () => {
  it('is told with its lists, which stay when its share rises', async () => {
    const { as, newest } = await openConsole();
    const asha = await as(tokens.asha);
    const lists = { staff: true, regions: ['KA', 'MH'] };
    const asked = { ...canary, canary: { share: 0, staff: true, regions: [' ka', 'MH', 'KA'] } };
    expect((await asha.post('/api/promote', asked)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).state.head.canary).toMatchObject({ share: 0, ...lists });
    const shown = (await asha.state()).environments[0]?.canary;
    expect(shown).toMatchObject({ share: 0, ...lists });
    expect(shown).not.toHaveProperty('salt');
    await asha.post('/api/rollout', { env, seq: 2, share: 20, reason: '' });
    const { entries } = (await asha.get('/api/history?env=production')).json<HistoryPage>();
    expect(entries[0]?.canary).toEqual({ composition: expect.anything(), share: 20, ...lists });
  });

  it('names a list where it has no share', async () => {
    const { as, newest } = await openConsole();
    const answer = await (await as(tokens.asha)).post('/api/promote', { ...canary, canary: { share: 0, regions: [] } });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toBe('A canary of 0 % is for staff or regions: name them, or give it a share.');
    expect((await newest()).entry.seq).toBe(1);
  });
});

describe('a step of a rollout that the gates refuse', () => {
  const wanted = { env, seq: 2, share: 50, reason: 'the file is mended', isForced: true };

  /** A canary that was sound when it began, of an app that lost a file since. */
  async function openRefused(app: 'mf-a' | 'mf-payment', people: Policy | null = policy) {
    const opened = await openConsole(people);
    const { as, store, environment } = opened;
    const appRoot = writeFakeBuild({ app, version: '1.2.0', content: 'sound', paths: fakePaths[app] ?? {} });
    const release = await publish(store, { appRoot, commit: '' });
    await promote(environment, [release], testAuthor, { ...passingGates, canaryShare: 10 });
    const lose = (file: string) => store.remove(`r/${app}/1.2.0-${release.digest}/${file}`);
    await lose(app === 'mf-a' ? 'home.js' : 'pay.js');
    const [asha, ravi, meera] = [await as(tokens.asha), await as(tokens.ravi), await as(tokens.meera)];
    return { ...opened, release, lose, asha, ravi, meera };
  }

  it('is forced with a reason by whoever may, and the log says so', async () => {
    const { newest, asha, ravi } = await openRefused('mf-a');
    const refused = await ravi.post('/api/rollout', { ...wanted, isForced: false });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().findings).toEqual([expect.objectContaining({ gate: 'file-integrity', app: 'mf-a' })]);
    const stranger = await asha.post('/api/rollout', wanted);
    expect(stranger.statusCode).toBe(403);
    expect(stranger.json().error).toBe(
      'asha may not force mf-a in production: in the release policy that is for the role manager; ask ravi or meera.',
    );
    expect((await ravi.post('/api/rollout', { ...wanted, reason: '' })).statusCode).toBe(400);
    expect((await newest()).entry.seq).toBe(2);
    expect((await ravi.post('/api/rollout', wanted)).json()).toEqual({ kind: 'live', seq: 3 });
    const { entry } = await newest();
    expect(entry).toMatchObject({ action: 'rollout', by: 'ravi', isForced: true, canary: { share: 50 } });
    expect(entry.findings).toHaveLength(1);
    expect((await ravi.post('/api/rollout', { ...wanted, share: 'complete' })).statusCode).toBe(409);
    await ravi.post('/api/rollout', { ...wanted, seq: 3, share: 'complete' });
    expect((await newest()).entry).toMatchObject({ seq: 4, action: 'complete', isForced: true });
  });

  it.each([50, 'complete'] as const)('takes two people where payments are part of it (%s)', async (share) => {
    const { newest, asha, ravi, meera } = await openRefused('mf-payment');
    expect((await asha.post('/api/rollout', { ...wanted, share })).statusCode).toBe(403);
    const { kind, approval } = (await ravi.post('/api/rollout', { ...wanted, share })).json();
    expect({ kind, approval }).toMatchObject({
      kind: 'waits',
      approval: { by: 'ravi', asked: { kind: 'rollout', share }, changes: [{ app: 'mf-payment' }], mayApprove: false },
    });
    expect((await newest()).entry.seq).toBe(2);
    const decision = { id: approval.id, isApproved: true };
    expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await asha.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 3 });
    expect((await newest()).entry).toMatchObject({
      action: share === 'complete' ? 'complete' : 'rollout',
      by: 'ravi, approved by meera',
      isForced: true,
      findings: [{ gate: 'file-integrity', app: 'mf-payment' }],
    });
  });

  it('is approved for what was found then, in the canary that runs', async () => {
    const { environment, newest, lose, release, ravi, meera } = await openRefused('mf-payment');
    const { id } = (await ravi.post('/api/rollout', wanted)).json().approval;
    await lose(release.entry);
    const more = await meera.post('/api/approvals', { id, isApproved: true });
    expect(more.json().error).toContain('The gates find more than was approved');
    await ravi.post('/api/halt', { env, seq: 2, reason: 'files are missing' });
    await promote(environment, [release], testAuthor, { ...passingGates, canaryShare: 10 });
    const late = await meera.post('/api/approvals', { id, isApproved: true });
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toBe('The canary that this was asked for runs no more: take the request back.');
    expect((await newest()).state.head.canary?.share).toBe(10);
    expect((await ravi.post('/api/approvals', { id, isApproved: false })).json()).toEqual({ kind: 'refused' });
  });

  it('names the command line where two people cannot be told apart', async () => {
    const { asha, newest } = await openRefused('mf-payment', null);
    const answer = await asha.post('/api/rollout', wanted);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().error).toBe(
      'mf-payment is forced by two people: name them in a release policy, or use the command line with --approved-by.',
    );
    expect((await newest()).entry.seq).toBe(2);
  });

  it('needs nobody else once the gates find nothing', async () => {
    const { as, environment, store, newest } = await openConsole();
    const appRoot = writeFakeBuild({ app: 'mf-payment', version: '1.2.0', content: 'sound', paths: { pay: '/pay' } });
    const release = await publish(store, { appRoot, commit: '' });
    await promote(environment, [release], testAuthor, { ...passingGates, canaryShare: 10 });
    expect((await (await as(tokens.ravi)).post('/api/rollout', wanted)).json()).toEqual({ kind: 'live', seq: 3 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi', isForced: false });
  });
});

describe('history', () => {
  it('comes in pages, newest first, each change with what it changed', async () => {
    const { as } = await openConsole();
    const ravi = await as(tokens.ravi);
    for (let seq = 1; seq < 31; seq += 1) {
      const action = seq % 2 === 1 ? 'lock' : 'unlock';
      await ravi.post(`/api/${action}`, { env, seq, app: 'mf-a', reason: `turn ${seq}` });
    }
    await ravi.post('/api/promote', { ...canary, seq: 31 });
    const first = (await ravi.get('/api/history?env=production')).json<HistoryPage>();
    expect(first.entries).toHaveLength(25);
    expect(first.entries[0]).toMatchObject({
      seq: 32,
      action: 'canary',
      changes: [{ app: 'mf-a' }],
      canary: { share: 10 },
    });
    expect(first.entries[1]).toMatchObject({ seq: 31, changes: [] });
    const second = (await ravi.get(`/api/history?env=production&before=${first.before}`)).json<HistoryPage>();
    expect(second.entries.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(second.before).toBeNull();
    expect(second.entries.at(-1)?.changes).toHaveLength(3);
    await ravi.post('/api/rollout', { env, seq: 32, share: 'complete', reason: '' });
    const diff = await ravi.get('/api/diff?env=production&from=1&to=33');
    expect(diff.json()).toMatchObject([{ app: 'mf-a', before: { version: '1.0.0' }, after: { version: '1.1.0' } }]);
    expect((await ravi.get('/api/diff?env=production&from=1&to=99')).json().error).toContain('There is no change 99');
  });
});

describe('live updates', () => {
  it('tell a watching page of a change that was made elsewhere', async () => {
    const { app, as, environment, store } = await openConsole();
    const { cookie } = await as(tokens.ravi);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const readUntil = async (wanted: string) => {
        let text = '';
        while (!text.includes(wanted)) {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) throw new Error(`the stream ended: ${text}`);
          text += chunk.value;
        }
      };
      // A page that comes is told to look: what changed before it was connected is no news to it otherwise.
      await readUntil('event: change');
      const release = await publish(store, {
        appRoot: writeFakeBuild({ app: 'mf-b', content: 'b', paths: { more: '/b' } }),
        commit: '',
      });
      await promote(environment, [release], testAuthor, passingGates);
      await readUntil('event: change');
    } finally {
      await app.close();
    }
  });
});
