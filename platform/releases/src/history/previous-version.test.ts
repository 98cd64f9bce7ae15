import { lock, unlock } from '../actions/lock';
import { rollback } from '../actions/rollback';
import type { ReleaseId } from '../release/release';
import type { Environment } from '../state/environment';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, promoteFake, publishFake, readLive } from '../testing/test-shop';
import { createPreviousVersionReader } from './previous-version';

const findPreviousVersion = async (environment: Environment, release: ReleaseId) => {
  const state = await readLive(environment);
  return (await createPreviousVersionReader(environment)(state.head))(release)?.version;
};

test('the previous version is the last other version that was live', async () => {
  const { environment, versionOne, versionTwo } = await createShopWithTwoVersions();
  expect(await findPreviousVersion(environment, versionOne)).toBeUndefined();
  await promoteFake(environment, [versionTwo]);
  await promoteFake(environment, [await publishFake(environment.store, 'mf-b')]);
  expect(await findPreviousVersion(environment, versionTwo)).toBe('1.0.0');
});

test('the previous version is found after many changes that leave the live composition as it is', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  for (let changes = 0; changes < 60; changes += 2) {
    await lock(environment, 'mf-a', testAuthor);
    await unlock(environment, 'mf-a', testAuthor);
  }
  expect(await findPreviousVersion(environment, versionTwo)).toBe('1.0.0');
});

test('the previous version is never one that was rolled back', async () => {
  const { environment, versionOne, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  await rollback(environment, testAuthor, passingGates);
  expect(await findPreviousVersion(environment, versionOne)).toBeUndefined();
  const three = await publishFake(environment.store, 'mf-a', '3.0.0');
  await promoteFake(environment, [three]);
  expect(await findPreviousVersion(environment, three)).toBe('1.0.0');
});

test('the previous version of a canary is the live one', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  expect(await findPreviousVersion(environment, versionTwo)).toBe('1.0.0');
});

test('the previous version is found in a longer history without reading the known entries again', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const find = createPreviousVersionReader(environment);
  const first = await readLive(environment);
  await find(first.head);
  await promoteFake(environment, [versionTwo]);
  await environment.store.remove(first.head.log.key);
  const { head } = await readLive(environment);
  expect((await find(head))(versionTwo)?.version).toBe('1.0.0');
  await expect(findPreviousVersion(environment, versionTwo)).rejects.toThrow('is missing from the release store');
});
