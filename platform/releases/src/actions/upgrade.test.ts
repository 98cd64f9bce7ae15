import { verifyEnvironment } from '../gates/file-integrity.gate';
import { readHead } from '../state/head';
import { readLiveState } from '../state/live-state';
import { openSchema2Shop } from '../testing/schema-2-shop';
import { passingGates, testAuthor } from '../testing/test-environment';
import { getVersions, readHistory } from '../testing/test-shop';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

const step = (app: string) => ({ ...passingGates, canary: { app } });

const readSlots = async (environment: ReturnType<typeof openSchema2Shop>) =>
  (await readHead(environment.store, environment.name, environment.trusted))?.head.canaries.map(({ slots }) => slots);

test('the canaries of a HEAD of schema 2 keep what they are, have slots, and give up the share beyond 100 %', async () => {
  const state = await readLiveState(openSchema2Shop());
  expect(state?.head).toMatchObject({ schema: 3, seq: 6 });
  expect(state?.canaries).toMatchObject([
    { owner: 'ravi', share: 60, start: 4, plan: { stages: [{ share: 75, afterMinutes: 60 }] } },
    { owner: 'asha', share: 40, start: 6, groups: ['beta'] },
  ]);
  const slots = state?.canaries.map((canary) => canary.slots) ?? [];
  expect(slots.map(({ length }) => length)).toEqual([60, 40]);
  expect(new Set(slots.flat()).size).toBe(100);
  expect(state?.canaries.map(({ composition }) => getVersions(composition))).toMatchObject([
    { 'mf-content': '2.0.0', 'mf-cart': '1.0.0' },
    { 'mf-content': '1.0.0', 'mf-cart': '2.0.0' },
  ]);
  expect(await readSlots(openSchema2Shop())).toEqual(slots);
});

test('the log of the earlier version is read and verified', async () => {
  const environment = openSchema2Shop();
  expect((await readHistory(environment)).map(({ action }) => action)).toEqual([
    ...['canary', 'rollout', 'canary', 'rollback', 'promote', 'promote'],
  ]);
  await expect(verifyEnvironment(environment)).resolves.toMatchObject({ changes: 6 });
});

test('the signer writes the slots with the first change, and they stay the same', async () => {
  const environment = openSchema2Shop();
  const before = await readSlots(environment);
  const full = 'mf-content 2.0.0 holds 60 % (ravi). Ask them to complete or halt.';
  await expect(rollout(environment, 50, testAuthor, step('mf-cart'))).rejects.toThrow(full);
  await rollback(environment, testAuthor, { ...passingGates, seq: 2 });
  expect(await readSlots(environment)).toEqual(before);
  await halt(environment, testAuthor, { app: 'mf-content' });
  const raised = await rollout(environment, 70, testAuthor, step('mf-cart'));
  expect(raised.canaries[0]?.slots).toEqual(expect.arrayContaining(before?.[1] ?? []));
  const completed = await complete(environment, testAuthor, step('mf-cart'));
  expect(getVersions(completed.live)).toMatchObject({ 'mf-cart': '2.0.0', 'mf-content': '1.0.0' });
  expect(await readHistory(environment)).toHaveLength(10);
});
