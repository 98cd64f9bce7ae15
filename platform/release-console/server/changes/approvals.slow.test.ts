import { randomUUID } from 'node:crypto';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { getReleases } from '@shop/releases/state/composition';
import { UnavailableStoreError } from '@shop/releases/store/errors';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { canary, createTestConsole, env, forced, policy } from '../testing/test-console';
import { endExpiredRequests } from './decide-request';

describe('the policy', () => {
  it('requires two signed-in people to force an app that handles money, and records both', async () => {
    const { newest, asha, ravi, meera } = await createTestConsole();
    expect((await asha.post('/api/promote', forced)).statusCode).toBe(403);
    const asked = (await ravi.post('/api/promote', forced)).json();
    expect(asked).toMatchObject({ kind: 'pending', approval: { by: 'ravi', mayApprove: false } });
    expect((await newest()).entry.seq).toBe(1);
    const { id } = asked.approval;
    const own = await ravi.post('/api/approvals', { id, isApproved: true });
    expect(own.json().error).toBe('You cannot approve your own request: another person approves it.');
    const stranger = await asha.post('/api/approvals', { id, isApproved: true });
    expect(stranger.json().error).toContain('asha may not force mf-payment in production');
    expect((await meera.state()).approvals[0]).toMatchObject({
      id,
      mayApprove: true,
      findings: [{ gate: 'route-ownership' }, {}],
    });
    expect((await meera.post('/api/approvals', { id, isApproved: true })).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi, approved by meera', isForced: true, job: id });
    expect((await meera.state()).approvals).toEqual([]);
    expect((await meera.post('/api/approvals', { id, isApproved: true })).statusCode).toBe(404);
  });

  it('lets the author cancel a request, and rejects an approval after new findings', async () => {
    const { environment, store, ravi, meera } = await createTestConsole();
    const first = (await ravi.post('/api/promote', forced)).json().approval.id;
    expect((await ravi.post('/api/approvals', { id: first, isApproved: false })).json()).toEqual({ kind: 'rejected' });
    const { id } = (await ravi.post('/api/promote', forced)).json().approval;
    const extra = await publishBuild(store, { app: 'mf-b', content: 'b', paths: { more: '/a' } });
    await promote(environment, [extra], testAuthor, passingGates);
    const response = await meera.post('/api/approvals', { id, isApproved: true });
    expect(response.json().error).toContain('The gates find more than was approved');
    expect((await meera.state()).approvals).toHaveLength(1);
  });

  it('keeps the audience of the canary through the approval', async () => {
    const { newest, ravi, meera } = await createTestConsole();
    const audience = { share: 0, staff: true, regions: ['KA'] };
    const empty = await ravi.post('/api/promote', { ...forced, canary: { share: 0 } });
    expect(empty.json().error).toBe('A canary of 0 % is for staff, regions or groups: name them, or give it a share.');
    expect((await ravi.state()).approvals).toEqual([]);
    const { approval } = (await ravi.post('/api/promote', { ...forced, canary: audience })).json();
    expect(approval.change).toMatchObject({ kind: 'promote', canary: audience });
    await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect((await newest()).entry).toMatchObject({
      action: 'canary',
      by: 'ravi, approved by meera',
      canaries: [{ ...audience, owner: 'ravi' }],
    });
  });
});

describe('a forced change whose gates run again', () => {
  it.each([
    ['a time', (run: number) => `/pay blocks the main thread at its start for ${700 + run} ms`],
    ['a port', (run: number) => `/pay cannot load http://127.0.0.1:${4000 + run}/pay.js`],
  ])('is approved when a finding has %s that differs', async (_what, format) => {
    const { service, newest, ravi, meera } = await createTestConsole();
    let run = 0;
    const smokeTest = async () => [{ app: 'mf-payment', problem: format(++run), remedy: 'look' }];
    service.createGates = (environment, removedPaths) => createPromotionCheck(environment, removedPaths, smokeTest);
    const { approval } = (await ravi.post('/api/promote', forced)).json();
    expect(approval.findings).toContainEqual(expect.objectContaining({ problem: format(1) }));
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry.findings).toContainEqual(expect.objectContaining({ problem: format(run) }));
    expect(run).toBeGreaterThan(1);
  });

  it.each([
    ['ends the canary of another team with the finding of its own', '/a throws: no new bank', ['mf-a']],
    ['keeps the canary of another team that has the approved finding too', null, []],
  ])('%s', async (_what, ownProblem, ended) => {
    const { service, store, newest, asha, ravi, meera } = await createTestConsole();
    await publishBuild(store, { app: 'mf-payment', version: '1.1.0', content: 'new', paths: { pay: '/pay' } });
    expect((await asha.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    let run = 0;
    service.createGates = (environment, removedPaths) =>
      createPromotionCheck(environment, removedPaths, async (candidate) => {
        const hasCanary = getReleases(candidate).some(({ app, version }) => app === 'mf-a' && version === '1.1.0');
        return [
          { app: 'mf-payment', problem: `/pay blocks for ${++run} ms`, remedy: 'look' },
          ...(hasCanary && ownProblem ? [{ app: 'mf-a', problem: ownProblem, remedy: 'look' }] : []),
        ];
      });
    const promotion = { ...forced, seq: 2, releases: ['mf-payment@1.1.0'] };
    const { approval } = (await ravi.post('/api/promote', promotion)).json();
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: 3 });
    const { halted } = (await newest()).entry;
    expect(halted.map(({ apps }) => apps)).toEqual(ended.map((app) => [app]));
    for (const { reason } of halted)
      expect(reason).toBe(
        `it does not pass the gates on the new live composition: smoke-test · mf-a: ${ownProblem} → look`,
      );
  });
});

describe('a request that is made again', () => {
  const environments = { production: { approvals: { 'mf-a': 2 } } };

  it('is the open one, with its approvals and without another event', async () => {
    const { service, asha, ravi } = await createTestConsole({ policy: { ...policy, environments } });
    const add = jest.spyOn(service.outbox, 'add');
    const { id } = (await asha.post('/api/promote', canary)).json().approval;
    await ravi.post('/api/approvals', { id, isApproved: true });
    expect((await asha.post('/api/promote', canary)).json()).toMatchObject({
      kind: 'pending',
      approval: { id, approvedBy: ['ravi'], missing: [{ app: 'mf-a', people: 1 }] },
    });
    expect(await service.approvals.list()).toHaveLength(1);
    expect(add.mock.calls.map(([, { event }]) => event)).toEqual(['requested', 'approved']);
  });

  it.each([
    ['audience', 'asha', { ...canary, canary: { share: 20 } }],
    ['reason', 'asha', { ...canary, reason: 'x' }],
    ['author', 'meera', canary],
  ] as const)('is a new one with another %s', async (_what, who, again) => {
    const opened = await createTestConsole({ policy: { ...policy, environments } });
    await opened.asha.post('/api/promote', canary);
    expect((await opened[who].post('/api/promote', again)).json()).toMatchObject({ kind: 'pending' });
    expect(await opened.service.approvals.list()).toHaveLength(2);
  });

  const findings: [what: string, first: string[], second: string[], requests: number][] = [
    ['the open one when a time differs', ['/pay blocks for 700 ms'], ['/pay blocks for 710 ms'], 1],
    ['the open one when the gates find less', ['/pay is slow'], [], 1],
    ['a new one when the gates find more', [], ['/pay is slow'], 2],
  ];
  it.each(findings)('is %s', async (_what, first, second, requests) => {
    const { service, ravi } = await createTestConsole();
    let problems = first;
    service.createGates = (environment, removedPaths) =>
      createPromotionCheck(environment, removedPaths, async () =>
        problems.map((problem) => ({ app: 'mf-payment', problem, remedy: 'look' })),
      );
    await ravi.post('/api/promote', forced);
    problems = second;
    expect((await ravi.post('/api/promote', forced)).json()).toMatchObject({ kind: 'pending' });
    expect(await service.approvals.list()).toHaveLength(requests);
  });
});

describe('a limit of open requests', () => {
  const environments = { production: { approvals: { '*': 1 } } };
  const advice = 'are open: decide on some of them first.';
  const cases: [what: string, count: number, getAuthor: (index: number) => string, error: string, others: number][] = [
    ['its author', 50, () => 'ravi', `Too many approval requests of ravi ${advice}`, 200],
    ['any author', 500, (index) => `author-${index}`, `Too many approval requests ${advice}`, 409],
  ];

  it.each(cases)('counts those of %s', async (_what, count, getAuthor, error, others) => {
    const { service, asha, ravi } = await createTestConsole({ policy: { ...policy, environments } });
    const change = { kind: 'note', env, reason: 'x' };
    const rest = { kind: 'release', change, apps: [], changes: [], sources: [], findings: [] };
    const rows = Array.from({ length: count }, (_entry, index) => ({
      id: randomUUID(),
      createdAt: new Date(),
      dueAt: new Date(Date.now() + 60_000),
      status: 'waiting' as const,
      request: JSON.stringify({ ...rest, author: { name: getAuthor(index) } }),
    }));
    await service.db.insertInto('job').values(rows).execute();
    const refused = await ravi.post('/api/promote', canary);
    expect([refused.statusCode, refused.json().error]).toEqual([409, error]);
    expect((await asha.post('/api/promote', canary)).statusCode).toBe(others);
  });
});

describe('a change that would change nothing', () => {
  const environments = { production: { approvals: { '*': 1 } } };
  const again = { ...canary, seq: 2 };
  const staged = { ...canary.canary, stages: [{ share: 100, afterMinutes: 60 }] };

  it.each([
    ['a promotion of what is live', 'promote', { ...again, releases: ['mf-a@1.0.0'], canary: null }],
    ['a forced promotion of what is live', 'promote', { ...again, releases: ['mf-a@1.0.0'], isForced: true }],
    ['a promotion to the canary that runs', 'promote', again],
    ['a step to the share of the canary', 'rollout', { env, seq: 2, share: 10, reason: 'x' }],
  ])('needs no approval: %s', async (_what, call, body) => {
    const { environment, service, newest, ravi, changePolicy } = await createTestConsole();
    expect((await ravi.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    await changePolicy({ ...policy, environments });
    expect((await ravi.post(`/api/${call}`, body)).json()).toEqual({ kind: 'live', seq: 2 });
    expect(await service.approvals.list()).toEqual([]);
    expect((await newest()).entry).toMatchObject({ env: environment.name, seq: 2 });
  });

  it.each([
    ['another share', { share: 20 }, 'This canary runs already, at 10 %: "rollout 20 mf-a" gives it to more.'],
    ['every visitor', null, 'This canary runs already, at 10 %: "rollout complete mf-a" gives it to everybody.'],
    [
      'other stages',
      staged,
      'This canary runs already, at 10 %, with other stages: halt it and begin again to change them.',
    ],
  ])('refuses to start the running canary again for %s', async (_what, wanted, error) => {
    const { service, ravi, changePolicy } = await createTestConsole();
    await ravi.post('/api/promote', canary);
    await changePolicy({ ...policy, environments });
    const refused = await ravi.post('/api/promote', { ...again, canary: wanted });
    expect([refused.statusCode, refused.json().error]).toEqual([409, error]);
    expect(await service.approvals.list()).toEqual([]);
  });
});

describe('an app that changes while its request waits', () => {
  const environments = { production: { approvals: { '*': 1 } } };
  const again = 'when this was requested: request it again.';

  it.each([
    ['another version of it', ['mf-a@1.1.0'], ['mf-a@1.2.0'], `mf-a is 1.2.0 now and was 1.0.0 ${again}`],
    [
      'another version than the one to keep',
      ['mf-a@1.0.0', 'mf-b@1.0.0'],
      ['mf-a@1.2.0'],
      `mf-a is 1.2.0 now and was 1.0.0 ${again}`,
    ],
    ['the wanted version', ['mf-a@1.1.0'], ['mf-a@1.1.0'], 'mf-a is 1.1.0 already: reject this request.'],
    ['its first version', ['mf-b@1.2.0'], ['mf-b@1.0.0'], `mf-b is 1.0.0 now and was not live ${again}`],
    ['its removal', ['mf-a@1.1.0'], [], `mf-a is not live now and was 1.0.0 ${again}`],
  ])('refuses the approval: %s', async (_what, asked, promoted, message) => {
    const { environment, store, newest, ravi, meera } = await createTestConsole({
      policy: { ...policy, environments },
    });
    const publish = (app: string, version: string) =>
      publishBuild(store, { app, version, content: version, paths: { home: `/${app.slice(3)}` } });
    const published = [
      await publish('mf-a', '1.1.0'),
      await publish('mf-a', '1.2.0'),
      await publish('mf-b', '1.0.0'),
      await publish('mf-b', '1.2.0'),
    ];
    const { approval } = (await ravi.post('/api/promote', { env, seq: 1, releases: asked, reason: 'x' })).json();
    const releases = published.filter(({ app, version }) => promoted.includes(`${app}@${version}`));
    await promote(environment, releases, testAuthor, { ...passingGates, removed: promoted.length > 0 ? [] : ['mf-a'] });
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect([decided.statusCode, decided.json().error]).toEqual([409, message]);
    expect((await newest()).entry.seq).toBe(2);
  });

  it('does not prevent a request of another app', async () => {
    const { environment, store, ravi, meera } = await createTestConsole({ policy: { ...policy, environments } });
    const request = { env, seq: 1, releases: ['mf-a@1.1.0'], reason: 'x' };
    const { approval } = (await ravi.post('/api/promote', request)).json();
    const other = await publishBuild(store, { app: 'mf-b', content: 'b', paths: { home: '/b' } });
    await promote(environment, [other], testAuthor, passingGates);
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: 3 });
  });

  it('does not prevent a request of another app while the gates run', async () => {
    const { environment, service, ravi, meera } = await createTestConsole({ policy: { ...policy, environments } });
    const request = { env, seq: 1, releases: ['mf-a@1.1.0'], reason: 'x' };
    const { approval } = (await ravi.post('/api/promote', request)).json();
    const createGates = service.createGates;
    let isLocked = false;
    jest.spyOn(service, 'createGates').mockImplementation((...options) => async (candidate) => {
      if (!isLocked) await lock(environment, 'mf-payment', testAuthor);
      isLocked = true;
      return createGates(...options)(candidate);
    });
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: 3 });
  });
});

test('a request in the form of an earlier version is not read', async () => {
  const { service, ravi, meera } = await createTestConsole();
  const change = { kind: 'promote', releases: ['mf-a@1.1.0'], removedApps: [], removedPaths: [], canary: null };
  const request = {
    kind: 'release',
    author: { name: 'ravi' },
    env,
    reason: 'faster',
    isForced: true,
    apps: ['mf-a'],
    changes: [],
    findings: [],
    change,
  };
  const createdAt = new Date();
  const ids = ['5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a10', '5f0c1d52-1f0e-4c9f-8a53-6d2b1e1f7a11'];
  const [open = '', expired = ''] = ids;
  const row = { createdAt, status: 'waiting' as const, request: JSON.stringify(request) };
  await service.db
    .insertInto('job')
    .values([
      { ...row, id: open, dueAt: new Date(Date.now() + 60_000) },
      { ...row, id: expired, dueAt: createdAt },
    ])
    .execute();
  expect((await ravi.state()).approvals).toEqual([]);
  expect((await meera.post('/api/approvals', { id: open, isApproved: true })).statusCode).toBe(404);
  const add = jest.spyOn(service.outbox, 'add');
  await endExpiredRequests(service);
  expect(add).not.toHaveBeenCalled();
});

describe('a decision', () => {
  const environments = { production: { approvals: { 'mf-a': 1 } } };

  it.each([
    ['rejection', false, 1, { kind: 'live', seq: 2 }],
    ['approval that is not the last one', true, 2, { kind: 'pending' }],
  ])('a %s is refused when another person has decided meanwhile', async (_what, isApproved, people, others) => {
    const { clock, service, asha, ravi, meera } = await createTestConsole({
      policy: { ...policy, environments: { production: { approvals: { 'mf-a': people } } } },
    });
    const { id } = (await asha.post('/api/promote', canary)).json().approval;
    const { claim } = service.approvals;
    let other: Awaited<ReturnType<typeof meera.post>> | undefined;
    jest.spyOn(service.approvals, 'claim').mockImplementationOnce(async (claimed) => {
      const own = await claim(claimed);
      clock.elapsedMs += 61_000;
      other = await meera.post('/api/approvals', { id, isApproved: true });
      return own;
    });
    const late = await ravi.post('/api/approvals', { id, isApproved });
    expect(other?.json()).toMatchObject(others);
    expect([late.statusCode, late.json().error]).toEqual([
      409,
      'Another instance of the service decides on this request.',
    ]);
  });

  it('has to wait while the gates run for the decision of another person', async () => {
    const { service, asha, ravi, meera } = await createTestConsole({ policy: { ...policy, environments } });
    const { approval } = (await asha.post('/api/promote', canary)).json();
    const decision = { id: approval.id, isApproved: true };
    const createGates = service.createGates;
    let late: Awaited<ReturnType<typeof ravi.post>> | undefined;
    jest.spyOn(service, 'createGates').mockImplementation((environment, removedPaths) => async (candidate) => {
      late ??= await ravi.post('/api/approvals', decision);
      return createGates(environment, removedPaths)(candidate);
    });
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
    expect([late?.statusCode, late?.json().error]).toEqual([
      409,
      'A decision on this request is being made: try again in a minute.',
    ]);
    expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(404);
  });

  it('finds its change when the answer of the store was lost and another change came after it', async () => {
    const opened = await createTestConsole({ policy: { ...policy, environments } });
    const { store, newest, asha, ravi, meera } = opened;
    const { approval } = (await asha.post('/api/promote', canary)).json();
    const { compareAndSwap } = store;
    jest.spyOn(store, 'compareAndSwap').mockImplementationOnce(async (...write) => {
      await compareAndSwap(...write);
      expect((await ravi.post('/api/note', { env, seq: 2, reason: 'a TV spot' })).statusCode).toBe(200);
      return false;
    });
    const response = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(response.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ seq: 3, action: 'note' });
    expect((await meera.state()).approvals).toEqual([]);
  });
});

describe('a freeze', () => {
  const freezes = [{ reason: 'sale', from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' }];
  const frozen = { ...policy, environments: { production: { freezes } } };

  it('refuses a change until it is forced, which takes two people for an app that handles money', async () => {
    const { newest, store, asha, ravi, meera } = await createTestConsole({ policy: frozen });
    await publishBuild(store, { app: 'mf-payment', version: '1.1.0', content: 'new', paths: { pay: '/pay' } });
    expect((await asha.state()).environments[0]?.frozen).toEqual([
      { app: '*', description: 'frozen until 2999-01-01 00:00 UTC (sale)' },
    ]);
    const refused = await asha.post('/api/promote', canary);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error).toBe(
      'production is frozen until 2999-01-01 00:00 UTC (sale): wait, or force it with a reason.',
    );
    const promotion = { ...forced, releases: ['mf-payment@1.1.0'] };
    const { approval } = (await ravi.post('/api/promote', promotion)).json();
    expect(approval.findings).toMatchObject([{ gate: 'promotion-rules', app: 'composition' }]);
    const response = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(response.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi, approved by meera', findings: approval.findings });
  });
});

describe('a freeze that begins after a forced change was requested', () => {
  const past = { reason: 'sale', from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' };

  it.each([
    ['before', [past], 200],
    ['after', [], 409],
  ])('is overridden when it began %s the request', async (_when, freezes, status) => {
    const frozen = { ...policy, environments: { production: { freezes: [past] } } };
    const { newest, ravi, meera, changePolicy } = await createTestConsole({
      policy: { ...policy, environments: { production: { freezes } } },
    });
    const promotion = { ...forced, removedPaths: ['/pay'] };
    const { approval } = (await ravi.post('/api/promote', promotion)).json();
    await changePolicy(frozen);
    const response = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(response.statusCode).toBe(status);
    expect((await newest()).entry.seq).toBe(status === 200 ? 2 : 1);
    if (status === 409) {
      expect(response.json().error).toBe(
        'production is frozen until 2999-01-01 00:00 UTC (sale), which was not approved: request it again.',
      );
    }
  });
});

describe('a rule that further people approve changes', () => {
  const environments = { production: { approvals: { 'mf-a': 2 } } };
  const role = { may: ['promote' as const, 'force' as const], environments: ['*'] };
  /** Asha may change both apps, Ravi and Meera one each. */
  const twoApps = {
    roles: { a: { ...role, apps: ['mf-a'] }, payment: { ...role, apps: ['mf-payment'] } },
    people: { asha: { roles: ['a', 'payment'] }, ravi: { roles: ['a'] }, meera: { roles: ['payment'] } },
  };

  it('is met by as many people who may promote the app, without its author', async () => {
    const { newest, asha, ravi, meera, as } = await createTestConsole({ policy: { ...policy, environments } });
    const { approval } = (await asha.post('/api/promote', canary)).json();
    expect(approval).toMatchObject({ by: 'asha', findings: [], isForced: false, approvedBy: [] });
    const decision = { id: approval.id, isApproved: true };
    expect((await asha.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await ravi.post('/api/approvals', decision)).json()).toMatchObject({
      kind: 'pending',
      approval: { approvedBy: ['ravi'], mayApprove: false },
    });
    expect((await ravi.post('/api/approvals', decision)).json().error).toContain('You have approved this request');
    expect((await newest()).entry.seq).toBe(1);
    const tara = await as('tara');
    expect((await meera.state()).approvals).toMatchObject([{ mayApprove: true }]);
    expect((await tara.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({
      by: 'asha, approved by ravi and tara',
      isForced: false,
      canaries: [{ owner: 'asha' }],
    });
  });

  it('stores an approval that is not the last one while the release store does not answer', async () => {
    const { store, asha, ravi, meera } = await createTestConsole({ policy: { ...policy, environments } });
    const { approval } = (await asha.post('/api/promote', canary)).json();
    const decision = { id: approval.id, isApproved: true };
    const get = jest.spyOn(store, 'get').mockRejectedValue(new UnavailableStoreError('no answer'));
    expect((await ravi.post('/api/approvals', decision)).json()).toMatchObject({
      kind: 'pending',
      approval: { approvedBy: ['ravi'] },
    });
    expect((await meera.post('/api/approvals', decision)).statusCode).toBe(503);
    get.mockRestore();
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
  });

  it.each([
    ['a change', false, 'promote'],
    ['a forced change', true, 'force'],
  ] as const)(
    'says which approvals of %s are missing, by app, and whose is the last one',
    async (_what, isForced, permission) => {
      const { newest, asha, ravi, meera } = await createTestConsole({
        policy: { ...twoApps, environments: { production: { approvals: { '*': 1 } } } },
      });
      const promotion = { env, seq: 1, releases: ['mf-a@1.1.0', 'mf-payment@1.0.0'], isForced, reason: 'x' };
      const { approval } = (await asha.post('/api/promote', promotion)).json();
      expect(approval.missing).toEqual(approval.needs);
      const decision = { id: approval.id, isApproved: true };
      expect((await ravi.state()).approvals).toMatchObject([{ mayApprove: true, isLast: false }]);
      const missing = [{ app: 'mf-payment', people: 1, permission, by: ['meera'] }];
      expect((await ravi.post('/api/approvals', decision)).json()).toMatchObject({
        kind: 'pending',
        approval: { approvedBy: ['ravi'], missing, mayApprove: false },
      });
      expect((await newest()).entry.seq).toBe(1);
      expect((await meera.state()).approvals).toMatchObject([{ approvedBy: ['ravi'], missing, isLast: true }]);
      expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
    },
  );

  it('is met in a forced change of two apps by a person who may force the app that needs it', async () => {
    const { newest, asha, ravi, meera } = await createTestConsole({ policy: twoApps });
    const promotion = { env, seq: 1, releases: ['mf-a@1.1.0', 'mf-payment@2.0.0'], isForced: true, reason: 'x' };
    const { approval } = (await asha.post('/api/promote', promotion)).json();
    expect(approval.missing).toEqual([{ app: 'mf-payment', people: 1, permission: 'force', by: ['meera'] }]);
    const decision = { id: approval.id, isApproved: true };
    const refused = await ravi.post('/api/approvals', decision);
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      expect.stringContaining('ravi may not force mf-payment in production'),
    ]);
    expect((await newest()).entry.seq).toBe(1);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
  });

  it('is not met by a force that the gates do not need', async () => {
    const { newest, ravi } = await createTestConsole({ policy: { ...policy, environments } });
    const response = await ravi.post('/api/promote', { ...canary, isForced: true });
    expect(response.json()).toMatchObject({ kind: 'pending' });
    expect((await newest()).entry.seq).toBe(1);
  });

  it('leaves the gates in charge', async () => {
    const rules = { production: { approvals: { 'mf-payment': 1 } } };
    const { ravi } = await createTestConsole({ policy: { ...policy, environments: rules } });
    const response = await ravi.post('/api/promote', { env, seq: 1, releases: ['mf-payment@2.0.0'], reason: 'x' });
    expect([response.statusCode, response.json().findings]).toMatchObject([422, [{ gate: 'route-ownership' }, {}]]);
  });
});
