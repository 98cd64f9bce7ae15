import { lock, unlock } from '../actions/lock';
import { rollback } from '../actions/rollback';
import { complete, halt, pause, resume, rollout } from '../actions/rollout';
import { errorRecords, type RecordedError } from '../error-reports/error-records';
import type { Environment } from '../state/environment';
import { formatDay } from '../store/daily-records';
import { writeDailyRecord } from '../testing/gateway-records';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createEmptyShop, createShopWithTwoVersions, promoteFake, publishFake } from '../testing/test-shop';
import { formatUndo, readIncident } from './incident-report';

/** A shop, and the second versions of its apps. */
interface Shop {
  environment: Environment;
  both: Parameters<typeof promoteFake>[1];
}

/** Reads the changes of the last hour as `promote: mf-a 1.0.0 → 2.0.0 | rollback --to 1`. */
async function readLines(environment: Environment): Promise<string[]> {
  const report = await readIncident(environment);
  return (report?.changes ?? []).map(
    ({ action, changes, undo }) => `${action}: ${changes.join(', ')} | ${undo && formatUndo(undo)}`,
  );
}

test('a promotion is reported with its author and the rollback to the change before', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  const report = await readIncident(environment);
  expect(report).toMatchObject({ env: 'production', newErrors: [], metrics: { head: 2 } });
  expect(report?.changes[0]).toMatchObject({ seq: 2, by: 'asha', reason: 'a test', isForced: false });
  expect(await readLines(environment)).toEqual([
    'promote: mf-a 1.0.0 → 2.0.0 | rollback --to 1 --reason "…"',
    'promote: shell 1.0.0 (new), mf-a 1.0.0 (new) | null',
  ]);
});

test('the rollback of an earlier promotion keeps what was promoted afterwards', async () => {
  const { environment, versionTwo, shell } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  const shellTwo = await publishFake(environment.store, shell.app, '2.0.0');
  await promoteFake(environment, [shellTwo]);
  expect((await readLines(environment)).slice(0, 2)).toEqual([
    'promote: shell 1.0.0 → 2.0.0 | rollback --to 2 --reason "…"',
    'promote: mf-a 1.0.0 → 2.0.0 | rollback mf-a --reason "…"',
  ]);
});

test('a promotion that was rolled back needs no command, and the rollback itself can be undone', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  await rollback(environment, testAuthor, passingGates);
  expect((await readLines(environment)).slice(0, 2)).toEqual([
    'rollback: mf-a 2.0.0 → 1.0.0 | rollback --to 2 --reason "…"',
    'promote: mf-a 1.0.0 → 2.0.0 | null',
  ]);
});

test('a canary is halted while it runs, and rolled back when it is complete', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await rollout(environment, 50, testAuthor, passingGates);
  expect((await readLines(environment)).slice(0, 2)).toEqual([
    'rollout:  | rollout halt mf-a --reason "…"',
    'canary: mf-a 1.0.0 → 2.0.0 | rollout halt mf-a --reason "…"',
  ]);
  await halt(environment, testAuthor);
  expect((await readLines(environment)).slice(0, 3)).toEqual([
    'halt:  | null',
    'rollout:  | null',
    'canary: mf-a 1.0.0 → 2.0.0 | null',
  ]);
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await complete(environment, testAuthor, passingGates);
  expect((await readLines(environment)).slice(0, 1)).toEqual([
    'complete: mf-a 1.0.0 → 2.0.0 | rollback --to 5 --reason "…"',
  ]);
});

test('of the pauses and the resumptions of a canary, only the newest one that is in effect can be undone', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const readUndos = async () => (await readLines(environment)).map((line) => line.replace(/:.*\|/, ':')).slice(0, -1);
  await promoteFake(environment, [versionTwo], { canary: { share: 10, stages: [{ share: 50, afterMinutes: 60 }] } });
  await pause(environment, testAuthor);
  await resume(environment, testAuthor);
  const canary = 'canary: rollout halt mf-a --reason "…"';
  expect(await readUndos()).toEqual(['resume: rollout pause mf-a --reason "…"', 'pause: null', canary]);
  await pause(environment, testAuthor);
  expect(await readUndos()).toEqual(['pause: rollout resume mf-a', 'resume: null', 'pause: null', canary]);
  await resume(environment, testAuthor);
  expect((await readUndos()).slice(0, 3)).toEqual([
    'resume: rollout pause mf-a --reason "…"',
    'pause: null',
    'resume: null',
  ]);
  await rollout(environment, 50, testAuthor, passingGates);
  expect((await readUndos()).slice(0, 2)).toEqual(['rollout: rollout halt mf-a --reason "…"', 'resume: null']);
});

describe('the change that undoes another one names every app that it changes', () => {
  const plan = { canary: { share: 10, stages: [{ share: 100, afterMinutes: 60 }] } };
  const cases: [what: string, change: (shop: Shop) => Promise<unknown>, undo: object][] = [
    ['of a promotion', ({ environment, both }) => promoteFake(environment, both), { call: 'rollback', to: 1 }],
    [
      'of a canary',
      ({ environment, both }) => promoteFake(environment, both, { canary: { share: 10 } }),
      { call: 'halt' },
    ],
    [
      'of a pause',
      async ({ environment, both }) => {
        await promoteFake(environment, both, plan);
        await pause(environment, testAuthor);
      },
      { call: 'resume' },
    ],
  ];

  it.each(cases)('%s', async (_what, change, undo) => {
    const { environment, versionTwo, shell } = await createShopWithTwoVersions();
    const both = [await publishFake(environment.store, shell.app, '2.0.0'), versionTwo];
    await change({ environment, both });
    const [newest] = (await readIncident(environment))?.changes ?? [];
    expect(newest?.undo).toMatchObject({ ...undo, apps: ['shell', 'mf-a'] });
  });

  it('of a promotion of which a part is in effect', async () => {
    const { environment, versionTwo, shell } = await createShopWithTwoVersions();
    await promoteFake(environment, [versionTwo]);
    await promoteFake(environment, [await publishFake(environment.store, shell.app, '2.0.0')]);
    const [, promotion] = (await readIncident(environment))?.changes ?? [];
    expect(promotion?.undo).toMatchObject({ call: 'rollback', app: 'mf-a', apps: ['mf-a'] });
  });

  it('of a lock', async () => {
    const { environment } = await createShopWithTwoVersions();
    await lock(environment, '*', testAuthor);
    expect((await readIncident(environment))?.changes[0]?.undo).toMatchObject({ call: 'unlock', apps: ['*'] });
  });
});

test('a lock is listed with its reason, and has a command until it is removed', async () => {
  const { environment } = await createShopWithTwoVersions();
  await lock(environment, 'mf-a', { by: 'asha', reason: 'sale' });
  expect((await readLines(environment))[0]).toBe('lock:  | unlock mf-a --reason "…"');
  expect((await readIncident(environment))?.locks).toEqual([{ app: 'mf-a', by: 'asha', reason: 'sale' }]);
  await unlock(environment, 'mf-a', testAuthor);
  expect((await readLines(environment)).slice(0, 2)).toEqual(['unlock:  | null', 'lock:  | null']);
});

test('each of several locks with one reason has the command for its own app, and an earlier lock of an app has none', async () => {
  const { environment } = await createShopWithTwoVersions();
  const sale = { by: 'asha', reason: 'sale' };
  await lock(environment, 'shell', sale);
  await unlock(environment, 'shell', sale);
  for (const app of ['mf-a', 'shell', '*']) await lock(environment, app, sale);
  expect((await readLines(environment)).slice(0, 5)).toEqual([
    'lock:  | unlock --reason "…"',
    'lock:  | unlock shell --reason "…"',
    'lock:  | unlock mf-a --reason "…"',
    'unlock:  | null',
    'lock:  | null',
  ]);
});

test('changes and errors from before the time of the incident are left out', async () => {
  const { environment } = await createShopWithTwoVersions();
  const now = Date.now() + 2 * 3_600_000;
  expect((await readIncident(environment, { now }))?.changes).toEqual([]);
  expect((await readIncident(environment, { now, minutes: 180 }))?.changes).toHaveLength(1);
  expect(await readIncident(createEmptyShop())).toBeNull();
});

test('an error is new when no page reported it before the time of the incident', async () => {
  const { environment, versionOne } = await createShopWithTwoVersions();
  const now = Date.now();
  const release = `mf-a/1.0.0-${versionOne.digest}`;
  const createError = (message: string, firstAt: number): RecordedError => {
    const fingerprint = message.slice(0, 1).repeat(16);
    return { fingerprint, release, message, frames: [`${release}/main.js:1:1`], count: 3, firstAt, lastAt: now };
  };
  const errors = [createError('a new error', now - 1000), createError('before', now - 2 * 3_600_000)];
  const day = formatDay(now);
  const record = { schema: 1, env: 'production', day, errors, dropped: 0 };
  await writeDailyRecord(environment.store, errorRecords, 'gateway', record);
  const report = await readIncident(environment, { now });
  expect(report?.newErrors).toMatchObject([{ app: 'mf-a', message: 'a new error', count: 3 }]);
});
