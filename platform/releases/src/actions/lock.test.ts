import { passingGates, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, getVersions, promoteFake, publishFake } from '../testing/test-shop';
import { lock, unlock } from './lock';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

test('a lock blocks the rollout of a canary, but not its halt', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo], { canary: { share: 10 } });
  await lock(environment, 'mf-a', { by: 'asha', reason: 'sale weekend' });
  await expect(rollout(environment, 50, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
  await expect(complete(environment, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
  expect((await halt(environment, testAuthor)).canaries).toEqual([]);
});

test('a lock blocks promotions and rollbacks of an app, or of all apps, until it is unlocked', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await lock(environment, 'mf-a', { by: 'asha', reason: 'sale weekend' });
  await expect(promoteFake(environment, [versionTwo])).rejects.toThrow(
    /mf-a is locked by asha since .*: sale weekend\. Unlock it first\./,
  );
  await promoteFake(environment, [await publishFake(environment.store, 'mf-b')]);
  await lock(environment, '*', testAuthor);
  await unlock(environment, 'mf-a', testAuthor);
  await expect(promoteFake(environment, [versionTwo])).rejects.toThrow('production is locked by asha');
  await expect(rollback(environment, testAuthor, passingGates)).rejects.toThrow('production is locked');
  await unlock(environment, '*', testAuthor);
  expect(getVersions((await promoteFake(environment, [versionTwo])).live)).toMatchObject({ 'mf-a': '2.0.0' });
  await expect(unlock(environment, 'mf-a', testAuthor)).rejects.toThrow('mf-a is not locked.');
  await lock(environment, 'mf-a', testAuthor);
  await expect(rollback(environment, testAuthor, passingGates)).rejects.toThrow('mf-a is locked by asha');
  await unlock(environment, 'mf-a', testAuthor);
  await lock(environment, 'mf-b', testAuthor);
  expect(getVersions((await rollback(environment, testAuthor, passingGates)).live)).toMatchObject({ 'mf-a': '1.0.0' });
  await expect(lock(environment, 'mf-z', testAuthor)).rejects.toThrow('mf-z is not an app of production.');
});
