import { advanceCanaries } from '@shop/releases/canary-analysis/canary-monitor';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { getVersions } from '@shop/releases/testing/test-shop';
import { runDueSchedule } from '../schedules/run-schedules';
import { canary, createTestConsole, env, policy, soon } from '../testing/test-console';

const minute = 60_000;
const removal = { env, releases: [], removedApps: ['mf-payment'], isForced: true, reason: 'the bank is down' };

type Console = Awaited<ReturnType<typeof createTestConsole>>;

/** Ravi requests a forced canary without mf-payment, and Meera approves it. */
async function startForced(opened: Console, canary: object): Promise<ApprovalView> {
  const { ravi, meera } = opened;
  const asked = (await ravi.post('/api/promote', { ...removal, seq: 1, canary })).json();
  expect(asked.kind).toBe('pending');
  const [shown] = (await meera.state()).approvals;
  if (!shown) throw new Error('no request is open');
  expect((await meera.post('/api/approvals', { id: shown.id, isApproved: true })).json()).toEqual({
    kind: 'live',
    seq: 2,
  });
  return shown;
}

const isPaymentLive = async ({ newest }: Console) => 'mf-payment' in getVersions((await newest()).state.live);

const runMonitor = ({ environment }: Console, minutes: number) =>
  advanceCanaries(
    environment,
    createPromotionCheck(environment, [], async () => []),
    Date.now() + minutes * minute,
  );

it('shows an approver the whole change that is made: releases, removed apps and paths, audience and stages', async () => {
  const opened = await createTestConsole();
  const stages = [{ share: 100, afterMinutes: 1 }];
  const shown = await startForced(opened, { share: 1, staff: true, regions: ['KA'], stages });
  const canary = { share: 1, staff: true, regions: ['KA'] };
  const asked = { releases: [], removedApps: ['mf-payment'], removedPaths: [], canary: { ...canary, stages } };
  expect(shown).toMatchObject({
    apps: ['mf-payment'],
    change: { kind: 'promote', ...asked },
    findings: [{ gate: 'route-ownership' }],
  });
  expect((await opened.newest()).state.head.canaries).toMatchObject([{ ...canary, isForced: true, plan: { stages } }]);
});

it('pauses a forced canary before its stage, and mf-payment stays for everyone', async () => {
  const opened = await createTestConsole();
  await startForced(opened, { share: 1, stages: [{ share: 100, afterMinutes: 1 }] });
  await runMonitor(opened, 2);
  expect(await isPaymentLive(opened)).toBe(true);
  const { entry, state } = await opened.newest();
  expect(entry).toMatchObject({ action: 'pause', by: 'canary monitor' });
  expect(entry.reason).toContain('was forced against findings');
  expect(state.head.canaries).toMatchObject([{ share: 1, plan: { paused: { by: 'canary monitor' } } }]);
  // The author alone cannot go on: the monitor pauses again.
  expect((await opened.ravi.post('/api/resume', { env, seq: 3, reason: '' })).json()).toEqual({ kind: 'live', seq: 4 });
  await runMonitor(opened, 2);
  expect(await isPaymentLive(opened)).toBe(true);
});

it.each([50, 100, 'complete'] as const)(
  'asks two people for each step of a forced canary for staff (%s)',
  async (share) => {
    const opened = await createTestConsole();
    const { ravi, meera, asha, newest } = opened;
    await startForced(opened, { share: 0, staff: true });
    const step = { env, seq: 2, share, reason: 'it works' };
    const unforced = await ravi.post('/api/rollout', step);
    expect([unforced.statusCode, unforced.json().findings]).toEqual([
      422,
      [expect.objectContaining({ gate: 'promotion-rules', app: 'mf-payment' })],
    ]);
    expect((await asha.post('/api/rollout', { ...step, isForced: true })).statusCode).toBe(403);
    const { approval } = (await ravi.post('/api/rollout', { ...step, isForced: true })).json();
    expect(approval).toMatchObject({ isForced: true, apps: ['mf-payment'], change: { kind: 'rollout', share } });
    expect(approval.findings).toEqual([expect.objectContaining({ problem: expect.stringContaining('was forced') })]);
    const decision = { id: approval.id, isApproved: true };
    expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(403);
    expect(await isPaymentLive(opened)).toBe(true);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 3 });
    expect((await newest()).entry).toMatchObject({
      by: 'ravi, approved by meera',
      isForced: true,
      findings: approval.findings,
    });
    expect(await isPaymentLive(opened)).toBe(share !== 'complete');
  },
);

it('asks two people for a scheduled step of a forced canary too', async () => {
  const opened = await createTestConsole();
  await startForced(opened, { share: 0, staff: true });
  const { clock, ravi, newest, service } = opened;
  const { state } = await newest();
  const [canary] = state.head.canaries;
  for (const isForced of [false, true]) {
    const body = { env, canary: canary?.id, share: 'complete', isForced, reason: 'it works' };
    const action = { call: 'rollout', body };
    expect((await ravi.post('/api/schedules', { at: soon(), action })).statusCode).toBe(200);
  }
  clock.elapsedMs = 61_000;
  while (await runDueSchedule(service));
  const schedules = (await ravi.get('/api/schedules')).json();
  expect(schedules.map(({ result }: { result: { kind: string } }) => result.kind).sort()).toEqual([
    'failed',
    'pending',
  ]);
  expect(await isPaymentLive(opened)).toBe(true);
});

it('makes an approved step of a canary that was forced against a gate, which finds the same again', async () => {
  const opened = await createTestConsole();
  const { ravi, meera, newest } = opened;
  // The release claims the path of another app.
  const promotion = {
    env,
    releases: ['mf-payment@2.0.0'],
    canary: { share: 10 },
    isForced: true,
    reason: 'the new bank',
  };
  const approve = async (approval: ApprovalView) =>
    (await meera.post('/api/approvals', { id: approval.id, isApproved: true })).json();
  const started = (await ravi.post('/api/promote', { ...promotion, seq: 1 })).json();
  expect(await approve(started.approval)).toEqual({ kind: 'live', seq: 2 });
  const step = { env, seq: 2, share: 50, isForced: true, reason: 'it works' };
  const { approval } = (await ravi.post('/api/rollout', step)).json();
  expect(approval.findings.map(({ gate }: { gate: string }) => gate)).toEqual(
    expect.arrayContaining(['promotion-rules', 'route-ownership']),
  );
  expect(await approve(approval)).toEqual({ kind: 'live', seq: 3 });
  expect((await newest()).state.head.canaries).toMatchObject([{ share: 50 }]);
});

it('refuses each step of a canary beside a broken live version until it is forced, and makes the approved step', async () => {
  const approvals = { production: { approvals: { '*': 1 } } };
  const { ravi, meera, newest, store } = await createTestConsole({ policy: { ...policy, environments: approvals } });
  const [script = ''] = (await store.list('r/mf-a/1.0.0-')).filter((key) => key.endsWith('.js'));
  await store.remove(script);
  const broken = expect.objectContaining({ gate: 'file-integrity', app: 'mf-a' });
  const steps: [call: string, body: object][] = [
    ['promote', canary],
    ['rollout', { env, seq: 2, share: 50, reason: 'it works' }],
  ];
  for (const [index, [call, body]] of steps.entries()) {
    const refused = await ravi.post(`/api/${call}`, body);
    expect([refused.statusCode, refused.json().findings]).toEqual([422, expect.arrayContaining([broken])]);
    const { approval } = (await ravi.post(`/api/${call}`, { ...body, isForced: true })).json();
    expect(approval.findings).toContainEqual(broken);
    const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: index + 2 });
  }
  expect((await newest()).entry.findings).toContainEqual(broken);
});

it('asks for the approval of each step of a canary that may drop a path, and makes it', async () => {
  const approvals = { production: { approvals: { '*': 1 } } };
  const opened = await createTestConsole({ policy: { ...policy, environments: approvals } });
  const { ravi, meera, newest, store } = opened;
  await publishBuild(store, { app: 'mf-a', version: '1.2.0', content: '1.2.0', paths: { other: '/b' } });
  const canary = { env, releases: ['mf-a@1.2.0'], removedPaths: ['/a'], canary: { share: 10 }, reason: 'moved' };
  const makeApproved = async (call: string, body: object) => {
    const { seq } = (await newest()).entry;
    const { kind, approval } = (await ravi.post(`/api/${call}`, { ...body, seq })).json();
    expect([kind, approval?.findings]).toEqual(['pending', []]);
    const decision = { id: approval.id, isApproved: true };
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: seq + 1 });
  };
  await makeApproved('promote', canary);
  for (const share of [50, 'complete']) await makeApproved('rollout', { env, share, reason: 'it works' });
  expect(getVersions((await newest()).state.live)).toMatchObject({ 'mf-a': '1.2.0' });
});
