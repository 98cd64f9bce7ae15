import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureKeys, readSigningKey } from '@shop/releases/signing/keys';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { watchTrustedKeys } from './watch-trusted-keys';

test('trusts an added key and distrusts a removed key without a restart, and keeps the keys when one is malformed', async () => {
  const root = createTestFolder();
  const [folder, other] = [path.join(root, 'gateway'), path.join(root, 'other')];
  await Promise.all([folder, other].map(ensureKeys));
  const [{ id: oldId = '' } = {}, { id: newId = '' } = {}] = await Promise.all(
    [folder, other].map(async (keys) => (await readSigningKey(keys)) ?? {}),
  );
  const getFile = (keys: string, id: string) => path.join(keys, 'trusted', `${id}.pem`);
  const errors: string[] = [];
  const keys = await watchTrustedKeys({ folder, interval: 5, onError: (error) => errors.push(String(error)) });

  // A partly written file is not a key: the keys that were trusted stay trusted.
  writeFileSync(getFile(folder, newId), '-----BEGIN PUBLIC');
  await waitUntil(() => errors.length > 0, { message: 'the malformed key is reported' });
  expect(errors).toEqual([expect.stringContaining('contains no valid key')]);
  expect([...keys.trusted.keys()]).toEqual([oldId]);

  renameSync(getFile(other, newId), getFile(folder, newId));
  await waitUntil(() => keys.trusted.has(newId), { message: 'the added key is trusted' });
  rmSync(getFile(folder, oldId));
  await waitUntil(() => !keys.trusted.has(oldId), { message: 'the removed key is distrusted' });
  expect([...keys.trusted.keys()]).toEqual([newId]);

  await keys.stop();
});
