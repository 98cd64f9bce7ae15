import type { Policy } from '@shop/releases/policy/policy';
import { runDueSchedule } from '../schedules/run-schedules';
import { canary, createTestConsole, env, everything, forced, policy, soon } from '../testing/test-console';

const id = '00000000-0000-4000-8000-000000000000';
const { ravi: _, ...others } = policy.people;
const withoutRavi: Policy = { ...policy, people: others };

type Console = Awaited<ReturnType<typeof createTestConsole>>;
type Token = Awaited<ReturnType<Console['openToken']>>;

it.each([
  ['check', { env, releases: ['mf-a@1.1.0'] }],
  ['verify', { env }],
  ['preview', { env, releases: ['mf-a@1.1.0'], minutes: 5 }],
  ['promote', canary],
  ['rollout', { env, seq: 1, share: 50, reason: 'x' }],
  ['halt', { env, seq: 1, reason: 'x' }],
  ['pause', { env, seq: 1, reason: 'x' }],
  ['resume', { env, seq: 1, reason: 'x' }],
  ['rollback', { env, seq: 1, reason: 'x' }],
  ['lock', { env, seq: 1, app: '*', reason: 'x' }],
  ['unlock', { env, seq: 1, app: '*', reason: 'x' }],
  ['approvals', { id, isApproved: true }],
  ['policy', { replaces: 1, policy, reason: 'x' }],
  ['tokens', { name: 'x', days: 1, scope: everything }],
  ['schedules', { at: '2999-01-01T00:00:00Z', action: { call: 'halt', body: { env, reason: 'x' } } }],
  ['schedules/cancel', { id }],
])('a person who has left the policy, and their token, may not call %s', async (call, body) => {
  const opened = await createTestConsole();
  const token = await opened.openToken(opened.ravi);
  await opened.changePolicy(withoutRavi);
  for (const caller of [opened.ravi, token]) {
    const response = await caller.post(`/api/${call}`, body);
    expect([response.statusCode, response.json().error]).toEqual([403, expect.stringContaining('ravi may only read')]);
  }
});

it('a person who has left the policy may revoke a token', async () => {
  const opened = await createTestConsole();
  const token = await opened.openToken(opened.ravi);
  await opened.changePolicy(withoutRavi);
  await token.revoke();
});

/** How the permission of a person ends. */
const ends: [name: string, end: (opened: Console, token: Token) => Promise<unknown>][] = [
  ['their token is revoked', (_opened, token) => token.revoke()],
  [
    'they leave the policy',
    ({ changePolicy }) => changePolicy({ ...policy, people: { asha: { roles: ['catalog'] } } }),
  ],
  [
    'they lose their role',
    ({ changePolicy }) =>
      changePolicy({
        ...policy,
        people: { ...policy.people, ravi: { roles: ['catalog'] }, meera: { roles: ['catalog'] } },
      }),
  ],
];

describe('an approval', () => {
  const environments = { production: { approvals: { 'mf-a': 2 } } };

  it('of a revoked token does not count any more, and its owner may approve again', async () => {
    const opened = await createTestConsole({ policy: { ...policy, environments } });
    const { asha, ravi, meera, newest } = opened;
    const { approval } = (await asha.post('/api/promote', canary)).json();
    const decision = { id: approval.id, isApproved: true };
    const token = await opened.openToken(opened.ravi);
    expect((await token.post('/api/approvals', decision)).json().approval.approvedBy).toEqual(['ravi']);
    await token.revoke();
    expect((await meera.state()).approvals[0]?.approvedBy).toEqual([]);
    expect((await meera.post('/api/approvals', decision)).json()).toMatchObject({
      kind: 'pending',
      approval: { approvedBy: ['meera'] },
    });
    expect((await newest()).entry.seq).toBe(1);
    expect((await ravi.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry.by).toBe('asha, approved by meera and ravi');
  });

  it('of a person who has left the policy does not count any more', async () => {
    const opened = await createTestConsole({ policy: { ...policy, environments } });
    const { asha, ravi, meera, newest, changePolicy } = opened;
    const { approval } = (await asha.post('/api/promote', canary)).json();
    const decision = { id: approval.id, isApproved: true };
    await ravi.post('/api/approvals', decision);
    await changePolicy({ ...withoutRavi, environments, people: others });
    expect((await meera.post('/api/approvals', decision)).json()).toMatchObject({
      kind: 'pending',
      approval: { approvedBy: ['meera'] },
    });
    expect((await newest()).entry.seq).toBe(1);
  });
});

describe('while the gates run', () => {
  /** Lets something happen when the gates of a change have begun. */
  function interrupt(opened: Console, act: () => Promise<unknown>) {
    const { service } = opened;
    const createGates = service.createGates;
    let acted: Promise<unknown> | undefined;
    jest.spyOn(service, 'createGates').mockImplementation((environment, removedPaths) => {
      const check = createGates(environment, removedPaths);
      return async (candidate) => {
        const findings = await check(candidate);
        acted ??= act();
        await acted;
        return findings;
      };
    });
  }

  it.each(ends)('a change is refused when %s', async (_name, end) => {
    const opened = await createTestConsole();
    const token = await opened.openToken(opened.ravi);
    interrupt(opened, () => end(opened, token));
    const response = await token.post('/api/promote', {
      env,
      seq: 1,
      releases: ['mf-payment@1.0.0', 'mf-a@1.1.0'],
      reason: 'x',
    });
    expect(response.statusCode).toBe(403);
    expect((await opened.newest()).entry.seq).toBe(1);
  });

  it('a change is made when the time of its token is over', async () => {
    const opened = await createTestConsole();
    const token = await opened.openToken(opened.ravi);
    interrupt(opened, async () => {
      opened.clock.elapsedMs = 2 * 86_400_000;
    });
    expect((await token.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await token.get('/api/state')).statusCode).toBe(401);
  });

  it.each(ends)('a scheduled change is refused when %s', async (_name, end) => {
    const opened = await createTestConsole();
    const token = await opened.openToken(opened.ravi);
    const body = { env, releases: ['mf-a@1.1.0'], reason: 'x' };
    // The role of another app remains.
    const lost = { ...body, releases: ['mf-a@1.1.0', 'mf-payment@1.0.0'] };
    const scheduled = await token.post('/api/schedules', { at: soon(), action: { call: 'promote', body: lost } });
    expect(scheduled.statusCode).toBe(200);
    interrupt(opened, () => end(opened, token));
    opened.clock.elapsedMs = 120_000;
    expect(await runDueSchedule(opened.service)).toBe(true);
    expect((await opened.service.schedules.list())[0]).toMatchObject({ status: 'failed' });
    expect((await opened.newest()).entry.seq).toBe(1);
  });

  it.each(ends)('an approved change is refused when %s, author or approver', async (_name, end) => {
    for (const [author, approver] of [
      ['ravi', 'meera'],
      ['meera', 'ravi'],
    ] as const) {
      const opened = await createTestConsole();
      const token = await opened.openToken(opened.ravi);
      const callers = { meera: opened.meera, ravi: token };
      const { approval } = (await callers[author].post('/api/promote', forced)).json();
      interrupt(opened, () => end(opened, token));
      const response = await callers[approver].post('/api/approvals', { id: approval.id, isApproved: true });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect((await opened.newest()).entry.seq).toBe(1);
    }
  });

  it('a change is refused when the policy begins to ask for approvals', async () => {
    const opened = await createTestConsole();
    const environments = { production: { approvals: { 'mf-a': 1 } } };
    interrupt(opened, () => opened.changePolicy({ ...policy, environments }));
    const response = await opened.asha.post('/api/promote', canary);
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      expect.stringContaining('needs more approvals'),
    ]);
    expect((await opened.newest()).entry.seq).toBe(1);
  });
});
