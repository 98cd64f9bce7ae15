import { createTestCheck, passingGates, testAuthor } from '../testing/test-environment';
import {
  createShopWithTwoVersions,
  getVersions,
  promoteFake,
  publishFake,
  readHistory,
  readLive,
} from '../testing/test-shop';
import { lock } from './lock';
import { type RollbackOptions, rollback } from './rollback';

test('a rollback restores the previous composition, and adds a change to the history', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const first = await readLive(environment);
  await promoteFake(environment, [versionTwo]);
  const back = await rollback(environment, testAuthor, passingGates);
  expect(back.head.live).toEqual(first.head.live);
  expect((await readHistory(environment)).map(({ action }) => action)).toEqual(['rollback', 'promote', 'promote']);
});

test('a rollback of one app keeps the later changes of other apps', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  await promoteFake(environment, [await publishFake(environment.store, 'mf-b')]);
  const back = await rollback(environment, testAuthor, { app: 'mf-a', ...passingGates });
  expect(getVersions(back.live)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0', 'mf-b': '1.0.0' });
});

test('a rollback to a change fails when there is no such change, and of an app when it was never live', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  await promoteFake(environment, [await publishFake(environment.store, 'mf-b')]);
  const back = await rollback(environment, testAuthor, { seq: 1, ...passingGates });
  expect(getVersions(back.live)).toEqual({ shell: '1.0.0', 'mf-a': '1.0.0' });
  await expect(rollback(environment, testAuthor, { seq: 99, ...passingGates })).rejects.toThrow(
    'no change 99 in the history',
  );
  await expect(rollback(environment, testAuthor, { app: 'mf-z', ...passingGates })).rejects.toThrow(
    'has no earlier version that was not rolled back',
  );
});

/** Creates a shop in which mf-a 1.0.0, 2.0.0 and 3.0.0 became live one after the other. */
const createShopWithThreeVersions = async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  await promoteFake(environment, [await publishFake(environment.store, 'mf-a', '3.0.0')]);
  const rollBack = async (to: Partial<RollbackOptions> = {}) =>
    getVersions((await rollback(environment, testAuthor, { ...to, ...passingGates })).live)['mf-a'];
  return { environment, rollBack };
};
const noTarget = 'has no earlier version that was not rolled back';

test.each([{}, { app: 'mf-a' }])(
  'repeated rollbacks go further back each time, never to a release that was rolled back: %j',
  async (what) => {
    const { environment, rollBack } = await createShopWithThreeVersions();
    expect(await rollBack(what)).toBe('2.0.0');
    await lock(environment, 'shell', testAuthor);
    expect(await rollBack(what)).toBe('1.0.0');
    await expect(rollBack(what)).rejects.toThrow(noTarget);
    // A rollback to change 3 undoes the rollbacks, so the releases before it count again.
    expect(await rollBack({ ...what, seq: 3 })).toBe('3.0.0');
    expect(await rollBack(what)).toBe('2.0.0');
  },
);

test.each([{}, { app: 'mf-a' }])(
  'a rollback never restores a release that an earlier rollback skipped or undid: %j',
  async (what) => {
    const { rollBack } = await createShopWithThreeVersions();
    expect(await rollBack({ ...what, seq: 1 })).toBe('1.0.0');
    await expect(rollBack(what)).rejects.toThrow(noTarget);

    const again = await createShopWithTwoVersions();
    await promoteFake(again.environment, [again.versionTwo]);
    await promoteFake(again.environment, [again.versionOne]);
    await promoteFake(again.environment, [again.versionTwo]);
    const rollBackAgain = () => rollback(again.environment, testAuthor, { ...what, ...passingGates });
    expect(getVersions((await rollBackAgain()).live)['mf-a']).toBe('1.0.0');
    await expect(rollBackAgain()).rejects.toThrow(noTarget);
    // A release that is promoted again after the rollback is a target again.
    await promoteFake(again.environment, [again.versionTwo]);
    await promoteFake(again.environment, [await publishFake(again.environment.store, 'mf-a', '3.0.0')]);
    expect(getVersions((await rollBackAgain()).live)['mf-a']).toBe('2.0.0');
  },
);

test.each([{}, { app: 'mf-a' }])('of two concurrent rollbacks the second one fails: %j', async (what) => {
  const { environment } = await createShopWithThreeVersions();
  const ravi = { by: 'ravi', reason: 'cards broke' };
  let isFirst = true;
  const check = createTestCheck(async () => {
    if (isFirst) {
      isFirst = false;
      await rollback(environment, ravi, { ...what, ...passingGates });
    }
    return [];
  });
  await expect(rollback(environment, testAuthor, { ...what, check })).rejects.toThrow(
    'was rolled back by ravi in change 4 in the meantime: check its state, then try again if you still need to.',
  );
  expect(getVersions((await readLive(environment)).live)['mf-a']).toBe('2.0.0');
});

test('a rollback fails after a concurrent promotion, unless the promotion changed another app than the rollback', async () => {
  const { environment } = await createShopWithThreeVersions();
  const other = await publishFake(environment.store, 'mf-b');
  const promoteDuringCheck = () => {
    let isFirst = true;
    return createTestCheck(async () => {
      if (isFirst) {
        isFirst = false;
        await promoteFake(environment, [other]);
      }
      return [];
    });
  };
  await expect(rollback(environment, testAuthor, { check: promoteDuringCheck() })).rejects.toThrow(
    'production was changed by asha in change 4 in the meantime',
  );
  await promoteFake(environment, [], { removed: ['mf-b'] });
  const { live } = await rollback(environment, testAuthor, { app: 'mf-a', check: promoteDuringCheck() });
  expect(getVersions(live)).toEqual({ shell: '1.0.0', 'mf-a': '2.0.0', 'mf-b': '1.0.0' });
});

test('a rollback to the live composition changes nothing, and fails while a canary is running', async () => {
  const { environment } = await createShopWithTwoVersions();
  const { head } = await readLive(environment);
  expect((await rollback(environment, testAuthor, { seq: 1, ...passingGates })).head).toEqual(head);
  const three = await publishFake(environment.store, 'mf-a', '3.0.0');
  await promoteFake(environment, [three], { canary: { share: 10 } });
  for (const what of [{}, { app: 'mf-a' }]) {
    await expect(rollback(environment, testAuthor, { ...what, seq: 1, ...passingGates })).rejects.toThrow(
      'That is live already, and the canary of mf-a (asha, 10 %) is running: end the canary with "rollout halt mf-a".',
    );
  }
  expect((await readLive(environment)).head).toMatchObject({ seq: 2, canaries: [{ share: 10 }] });
});
