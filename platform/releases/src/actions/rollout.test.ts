import { readLiveState } from '../state/live-state';
import { passingGates, testAuthor } from '../testing/test-environment';
import {
  createEmptyShop,
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
} from '../testing/test-shop';
import type { PromoteOptions } from './promote';
import { complete, rollout } from './rollout';

test('a rollout raises the share of a canary, never lowers it, and completes it', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const started = await promoteFake(environment, [versionTwo], { canaryShare: 10 });
  expect(getVersions(started.live)).toMatchObject({ 'mf-a': '1.0.0' });
  expect(started.canaries.map(({ composition }) => getVersions(composition))).toMatchObject([{ 'mf-a': '2.0.0' }]);
  expect((await rollout(environment, 50, testAuthor, passingGates)).head.canaries).toMatchObject([
    {
      share: 50,
      start: 2,
      slots: expect.arrayContaining(started.head.canaries[0]?.slots ?? []),
    },
  ]);
  await expect(rollout(environment, 20, testAuthor, passingGates)).rejects.toThrow(
    'The canary is at 50 % already: a share only rises.',
  );
  const completed = await complete(environment, testAuthor, passingGates);
  expect(getVersions(completed.live)).toMatchObject({ 'mf-a': '2.0.0' });
  expect(completed.head.canaries).toEqual([]);
});

test('promoting the composition of the running canary again changes nothing, and fails with another audience or other stages', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const canaryAllowlist = { regions: ['KA', 'MH'] };
  const started = await promoteFake(environment, [versionTwo], { canaryShare: 10, canaryAllowlist });
  const again = { canaryShare: 10, canaryAllowlist: { regions: ['MH', 'KA'] } };
  expect(await promoteFake(environment, [versionTwo], again)).toEqual(started);
  const errors: [Partial<PromoteOptions>, string][] = [
    [{ canaryShare: 30, canaryAllowlist }, 'This canary runs already, at 10 %: "rollout 30 mf-a" gives it to more.'],
    [{ canaryShare: 5, canaryAllowlist }, 'at 10 %, and a share only rises: halt it to begin again lower.'],
    [{ canaryShare: 10 }, 'with another list of staff, regions or groups: halt it and begin again to change that.'],
    [{}, 'at 10 %: "rollout complete mf-a" gives it to everybody.'],
    [
      { canaryShare: 10, canaryAllowlist, stages: [{ share: 100, afterMinutes: 60 }] },
      'at 10 %, with other stages: halt it and begin again to change them.',
    ],
  ];
  for (const [options, message] of errors)
    await expect(promoteFake(environment, [versionTwo], options)).rejects.toThrow(message);
  expect((await readLiveState(environment))?.head).toEqual(started.head);
});

test('a canary cannot start in an empty environment', async () => {
  const empty = createEmptyShop();
  const shell = await publishFake(empty.store, 'shell');
  await expect(promoteFake(empty, [shell], { canaryShare: 10 })).rejects.toThrow(
    'A canary needs a live composition to compare with',
  );
});
