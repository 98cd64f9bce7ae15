import { createShopWithTwoVersions, promoteFake, readHistory } from '../testing/test-shop';

test('reading the audit log fails at an entry that is missing or was changed', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  await promoteFake(environment, [versionTwo]);
  const [newest] = await readHistory(environment);
  const key = newest?.previous?.key ?? '';
  await environment.store.remove(key);
  await expect(readHistory(environment)).rejects.toThrow(`${key} is missing from the release store`);
  await environment.store.putIfAbsent(key, Buffer.from('{}'));
  await expect(readHistory(environment)).rejects.toThrow('has other bytes than its reference says');
});
