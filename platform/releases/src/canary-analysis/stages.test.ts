import { lock } from '../actions/lock';
import { complete, halt, pause, resume, rollout } from '../actions/rollout';
import { getDueTime, type Stage } from '../state/canary';
import type { Environment } from '../state/environment';
import { createGatewayMetrics, createOutcomes, writeGatewayMetrics } from '../testing/gateway-records';
import { createTestCheck, passingGates, testAuthor } from '../testing/test-environment';
import {
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
  readHistory,
  readLive,
} from '../testing/test-shop';
import { advanceCanaries } from './canary-monitor';
import { readMetricsReport } from './metrics-report';

const stages = [
  { share: 25, afterMinutes: 15 },
  { share: 100, afterMinutes: 30 },
];

/** The policy lets the time alone decide. */
const withoutVisits = async () => ({ slots: {}, connect: {}, stageVisits: 0 });

/** A canary of 5 % for 15 minutes, then 25 % for 30 minutes, then every visitor. */
async function startStages(
  loadRules: NonNullable<Environment['loadRules']> = withoutVisits,
  planned: readonly Stage[] = stages,
) {
  const shop = await createShopWithTwoVersions();
  const environment: Environment = { ...shop.environment, loadRules };
  await promoteFake(environment, [shop.versionTwo], { canary: { share: 5, stages: [...planned] } });
  const readCanary = async () => (await readLive(environment)).canaries[0];
  /** Lets the monitor run when the next stage is due, or minutes later. */
  const runMonitor = async (minutesLater = 0, check = passingGates.check) => {
    const { plan } = (await readCanary()) ?? {};
    const due = plan ? getDueTime(plan) : Date.now();
    await advanceCanaries(environment, check, due + minutesLater * 60_000);
  };
  return { environment, readCanary, runMonitor };
}

test('the monitor raises a canary when a stage is due, not before, and completes it at 100 %', async () => {
  const { environment, readCanary, runMonitor } = await startStages();
  await runMonitor(-1);
  expect(await readCanary()).toMatchObject({ share: 5, plan: { stages } });
  await runMonitor();
  expect(await readCanary()).toMatchObject({ share: 25, plan: { stages: stages.slice(1) } });
  await runMonitor(-1);
  expect(await readCanary()).toMatchObject({ share: 25 });
  await runMonitor();
  const state = await readLive(environment);
  expect(state.canaries).toEqual([]);
  expect(getVersions(state.live)).toMatchObject({ 'mf-a': '2.0.0' });
  expect((await readHistory(environment)).slice(0, 2)).toMatchObject([
    {
      action: 'complete',
      by: 'canary monitor',
      reason: 'stage of 100 %, 30 minutes after the share before, 0 visits measured',
    },
    { action: 'rollout', by: 'canary monitor' },
  ]);
});

test('a stage that waits for a person is never due, and the person starts the time of the next one', async () => {
  const waiting = [{ share: 25, afterMinutes: 15, waitsForPerson: true as const }, ...stages.slice(1)];
  const { environment, readCanary, runMonitor } = await startStages(withoutVisits, waiting);
  await runMonitor(10_000);
  expect(await readCanary()).toMatchObject({ share: 5, plan: { stages: waiting } });
  expect((await readHistory(environment))[0]?.canaries).toMatchObject([{ stages: waiting }]);
  await rollout(environment, 25, testAuthor, passingGates);
  expect(await readCanary()).toMatchObject({ share: 25, plan: { stages: stages.slice(1) } });
  await runMonitor();
  expect((await readLive(environment)).canaries).toEqual([]);
});

test('a stage waits for its time of day after the time of its share is over', async () => {
  const notBefore = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { environment, readCanary, runMonitor } = await startStages(withoutVisits, [
    { share: 25, afterMinutes: 15, notBefore },
    ...stages.slice(1),
  ]);
  await runMonitor(-1);
  expect(await readCanary()).toMatchObject({ share: 5 });
  await advanceCanaries(environment, passingGates.check, Date.parse(notBefore));
  expect(await readCanary()).toMatchObject({ share: 25 });
  expect((await readHistory(environment))[0]?.reason).toMatch(
    /^stage of 25 %, 15 minutes after the share before and not before \d{4}-\d\d-\d\d \d\d:\d\d UTC, 0 visits measured$/,
  );
});

/** Writes the metrics of a gateway with one window, in which visitors of the canary were measured. */
async function writeVisits({ store }: Environment, canary: string, visitors: number, from: number): Promise<void> {
  const window = { from, to: from + 60_000, control: createOutcomes(1_000), canary: createOutcomes(visitors) };
  const metrics = createGatewayMetrics({ at: from, runs: [{ canary, windows: [window] }] });
  await writeGatewayMetrics(store, `at-${from}`, metrics);
}

test.each([
  ['50 visits', undefined, 49, 1],
  ['the visits of the policy', 3, 2, 1],
])('a stage that is due waits until %s are measured at its share', async (_, stageVisits, few, more) => {
  const rules = { slots: {}, connect: {}, ...(stageVisits === undefined ? {} : { stageVisits }) };
  const { environment, readCanary, runMonitor } = await startStages(async () => rules);
  const { id = '', plan } = (await readCanary()) ?? {};
  const since = Date.parse(plan?.since ?? '');
  await writeVisits(environment, id, 1_000, since - 60_000);
  await writeVisits(environment, id, few, since + 1);
  await runMonitor();
  expect((await readCanary())?.share).toBe(5);
  const report = await readMetricsReport(environment);
  expect(report?.canaries[0]?.stageVisits).toEqual({ measured: few, needed: few + more });
  await writeVisits(environment, id, more, since + 2);
  await runMonitor();
  expect((await readCanary())?.share).toBe(25);
  expect((await readHistory(environment))[0]?.reason).toMatch(new RegExp(`, ${few + more} visits measured$`));
  await runMonitor();
  expect((await readCanary())?.share).toBe(25);
});

test('many monitors at the same time make each stage once', async () => {
  const { environment, readCanary } = await startStages();
  const { plan } = (await readCanary()) ?? {};
  const now = plan ? getDueTime(plan) : 0;
  await Promise.all(Array.from({ length: 10 }, () => advanceCanaries(environment, passingGates.check, now)));
  expect((await readHistory(environment)).map(({ action }) => action)).toEqual(['rollout', 'canary', 'promote']);
  expect((await readCanary())?.share).toBe(25);
});

test('a paused plan waits, and its time starts again when it is resumed', async () => {
  const { environment, readCanary, runMonitor } = await startStages();
  await pause(environment, { by: 'ravi', reason: 'sale' });
  expect(await readCanary()).toMatchObject({ share: 5, plan: { stages, paused: { by: 'ravi', reason: 'sale' } } });
  await runMonitor(60);
  expect((await readCanary())?.share).toBe(5);
  const before = Date.now();
  await resume(environment, testAuthor);
  const { plan } = (await readCanary()) ?? {};
  expect(plan).toEqual({ stages, since: expect.any(String) });
  expect(Date.parse(plan?.since ?? '')).toBeGreaterThanOrEqual(before);
  await runMonitor();
  expect((await readCanary())?.share).toBe(25);
});

test('a stage that the gates refuse pauses the plan with their finding', async () => {
  const { readCanary, runMonitor } = await startStages();
  const finding = { gate: 'smoke-test', app: 'mf-a', problem: '/mf-a throws', remedy: 'look' };
  await runMonitor(
    0,
    createTestCheck(async ({ isServed }) => (isServed ? [] : [finding])),
  );
  expect(await readCanary()).toMatchObject({
    share: 5,
    plan: {
      paused: {
        by: 'canary monitor',
        reason: 'the gates refuse the stage of 25 %: smoke-test · mf-a: /mf-a throws → look',
      },
    },
  });
});

test('a stage of a locked app waits for the unlock, and the monitor reports the lock', async () => {
  const { environment, readCanary, runMonitor } = await startStages();
  await lock(environment, 'mf-a', { by: 'asha', reason: 'sale weekend' });
  await expect(runMonitor()).rejects.toThrow('mf-a is locked by asha');
  expect(await readCanary()).toMatchObject({ share: 5, plan: { stages } });
});

test('a stage whose share others hold waits, without a change, until it is free', async () => {
  const { environment, readCanary, runMonitor } = await startStages();
  const other = await publishFake(environment.store, 'mf-b');
  await promoteFake(environment, [other], { canary: { share: 80 } });
  await runMonitor(60);
  expect(await readCanary()).toMatchObject({ share: 5, plan: { stages } });
  expect((await readCanary())?.plan?.paused).toBeUndefined();
  expect((await readHistory(environment))[0]).toMatchObject({ action: 'canary', canary: { apps: ['mf-b'] } });
  await halt(environment, testAuthor, { app: 'mf-b' });
  await runMonitor(60);
  expect((await readCanary())?.share).toBe(25);
});

test('the last stage completes a canary although others hold the rest of the shares', async () => {
  const { environment, runMonitor } = await startStages();
  await runMonitor();
  await promoteFake(environment, [await publishFake(environment.store, 'mf-b')], { canary: { share: 75 } });
  await runMonitor();
  const state = await readLive(environment);
  expect(getVersions(state.live)).toMatchObject({ 'mf-a': '2.0.0' });
  expect(state.canaries.map(({ share }) => share)).toEqual([75]);
});

test('a person who raises the share skips the stages below it', async () => {
  const { environment, readCanary } = await startStages();
  await rollout(environment, 40, testAuthor, passingGates);
  expect(await readCanary()).toMatchObject({ share: 40, plan: { stages: stages.slice(1) } });
  await rollout(environment, 100, testAuthor, passingGates);
  expect((await readCanary())?.plan).toBeUndefined();
  await expect(pause(environment, testAuthor)).rejects.toThrow(
    /^The canary of .* has no stages: it rises when a person raises it\.$/,
  );
});

test('a halted canary takes its stages with it', async () => {
  const { environment, runMonitor } = await startStages();
  await halt(environment, testAuthor);
  await runMonitor();
  expect((await readHistory(environment))[0]).toMatchObject({ action: 'halt' });
});

test.each([
  ['its start', [{ share: 1 }]],
  ['a later step', [{ share: 1, isSound: true }, { share: 2 }]],
])('a canary that was forced at %s is paused before each stage, and a person forces each step', async (_, steps) => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const finding = { gate: 'route-ownership', app: 'mf-a', problem: '/a loses its owner', remedy: 'give it one' };
  const failing = createTestCheck(async ({ mayDropRoutes }) => (mayDropRoutes ? [] : [finding]));
  const always = createTestCheck(async () => [finding]);
  for (const [index, { share, isSound }] of (steps as { share: number; isSound?: boolean }[]).entries()) {
    const options = { check: isSound ? passingGates.check : index === 0 ? failing : always, isForced: true };
    if (index === 0) await promoteFake(environment, [versionTwo], { ...options, canary: { share: share, stages } });
    else await rollout(environment, share, testAuthor, options);
  }
  const readCanary = async () => (await readLive(environment)).canaries[0];
  const before = await readCanary();
  for (let round = 0; round < 2; round++) {
    await advanceCanaries(environment, passingGates.check, Date.now() + 60 * 60_000);
    expect(await readCanary()).toMatchObject({
      share: before?.share,
      plan: { paused: { by: 'canary monitor', reason: expect.stringContaining('was forced against findings') } },
    });
    await resume(environment, testAuthor);
  }
  const message = 'the canary of mf-a, which began with change 2, was forced against findings';
  await expect(rollout(environment, 50, testAuthor, passingGates)).rejects.toThrow(message);
  await expect(complete(environment, testAuthor, passingGates)).rejects.toThrow(message);
  await rollout(environment, 50, testAuthor, { ...passingGates, isForced: true });
  await expect(complete(environment, testAuthor, passingGates)).rejects.toThrow(message);
  await complete(environment, testAuthor, { ...passingGates, isForced: true });
  const [completed, raised] = await readHistory(environment);
  for (const entry of [completed, raised]) {
    expect(entry).toMatchObject({ isForced: true, findings: [{ app: 'mf-a', problem: message }] });
  }
});
