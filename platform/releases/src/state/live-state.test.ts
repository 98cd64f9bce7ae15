import { createTestEnvironment } from '../testing/test-environment';
import { createShopWithTwoVersions, promoteFake } from '../testing/test-shop';
import { getHeadKey } from './head';
import { readLiveState } from './live-state';

test('HEAD is invalid with an untrusted signature, with changed bytes, and in another environment', async () => {
  const { environment, versionTwo } = await createShopWithTwoVersions();
  const stranger = createTestEnvironment(environment.store);
  await expect(readLiveState(stranger)).rejects.toThrow('which is not trusted here');

  const { store } = environment;
  const stored = await store.get(getHeadKey('production'));
  const text = Buffer.from(stored?.bytes ?? []).toString();
  await store.compareAndSwap(
    getHeadKey('production'),
    Buffer.from(text.replace('\\"seq\\":1', '\\"seq\\":7')),
    stored?.tag ?? '',
  );
  await expect(readLiveState(environment)).rejects.toThrow('has no valid signature');

  await store.putIfAbsent(getHeadKey('staging'), Buffer.from(text));
  await expect(readLiveState({ ...environment, name: 'staging' })).rejects.toThrow('it was copied to a wrong key');
  await expect(promoteFake(environment, [versionTwo])).rejects.toThrow('has no valid signature');
});
