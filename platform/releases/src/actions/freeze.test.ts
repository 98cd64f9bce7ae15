import { advanceCanaries } from '../canary-analysis/canary-monitor';
import type { Environment, PolicyRules } from '../state/environment';
import { setClock } from '../testing/set-clock';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, promoteFake, publishFake, readHistory, readLive } from '../testing/test-shop';
import { rollback } from './rollback';
import { complete, halt, pause, resume, rollout } from './rollout';

afterEach(() => jest.useRealTimers());

const evening: NonNullable<PolicyRules['freezes']>[number] = {
  reason: 'Friday evening',
  weekly: { days: ['fri'], from: '17:00', to: '24:00', timeZone: 'Asia/Kolkata' },
};
const message = 'production is frozen until Sat 00:00 IST (Friday evening): wait, or force it with a reason.';

/** A shop with a canary of mf-a 2.0.0, whose stage is due. It is Friday, 20:00 in India. */
async function createFrozenShop(freezes = [evening]) {
  setClock('2026-11-27T09:00:00Z');
  const { environment: opened, versionTwo } = await createShopWithTwoVersions();
  const environment: Environment = {
    ...opened,
    loadRules: async () => ({ slots: {}, connect: {}, freezes, stageVisits: 0 }),
  };
  const other = await publishFake(environment.store, 'mf-b');
  await promoteFake(environment, [other]);
  const next = await publishFake(environment.store, 'mf-b', '2.0.0');
  await promoteFake(environment, [versionTwo], { canary: { share: 5, stages: [{ share: 25, afterMinutes: 15 }] } });
  setClock('2026-11-27T14:30:00Z');
  const getShare = async () => (await readLive(environment)).canaries[0]?.share;
  const runMonitor = () => advanceCanaries(environment, passingGates.check, Date.now());
  return { environment, next, getShare, runMonitor };
}

test('promotions, rollouts and completions are refused during a freeze, and stages wait for its end', async () => {
  const { environment, next, getShare, runMonitor } = await createFrozenShop();
  await expect(promoteFake(environment, [next])).rejects.toThrow(message);
  await expect(promoteFake(environment, [next], { canary: { share: 10 } })).rejects.toThrow(message);
  await expect(rollout(environment, 50, testAuthor, passingGates)).rejects.toThrow(message);
  await expect(complete(environment, testAuthor, passingGates)).rejects.toThrow(message);
  await expect(runMonitor()).rejects.toThrow(message);
  expect(await getShare()).toBe(5);
  setClock('2026-11-27T18:30:00Z');
  await runMonitor();
  expect(await getShare()).toBe(25);
});

test('a pause, a halt and a rollback work during a freeze', async () => {
  const { environment } = await createFrozenShop();
  await pause(environment, testAuthor);
  await resume(environment, testAuthor);
  await halt(environment, testAuthor);
  await rollback(environment, testAuthor, passingGates);
  expect((await readHistory(environment)).slice(0, 4).map(({ action }) => action)).toEqual([
    'rollback',
    'halt',
    'resume',
    'pause',
  ]);
});

test('a change with a reason overrides a freeze, and the log records the freeze', async () => {
  const { environment, next } = await createFrozenShop();
  const forced = { ...passingGates, isForced: true };
  await promoteFake(environment, [next], { ...forced, canary: { share: 10 } });
  await rollout(environment, 50, testAuthor, { ...forced, canary: { app: 'mf-a' } });
  await complete(environment, testAuthor, { ...forced, canary: { app: 'mf-a' } });
  const finding = {
    gate: 'promotion-rules',
    app: 'composition',
    problem: 'production is frozen until Sat 00:00 IST (Friday evening)',
  };
  const [completed, raised, started] = await readHistory(environment);
  for (const entry of [raised, started]) expect(entry).toMatchObject({ isForced: true, findings: [finding] });
  const forcedBefore = { gate: 'promotion-rules', app: 'mf-a', problem: expect.stringContaining('was forced against') };
  expect(completed).toMatchObject({ isForced: true, findings: [finding, forcedBefore] });
  await expect(
    complete(environment, { ...testAuthor, reason: ' ' }, { ...forced, canary: { app: 'mf-b' } }),
  ).rejects.toThrow('A change against the findings of the gates needs a reason.');
});

test('a freeze of one app leaves the others alone', async () => {
  const { environment, next } = await createFrozenShop([{ ...evening, apps: ['mf-a'] }]);
  await promoteFake(environment, [next]);
  await expect(rollout(environment, 50, testAuthor, passingGates)).rejects.toThrow(
    'mf-a in production is frozen until Sat 00:00 IST (Friday evening): wait',
  );
});
