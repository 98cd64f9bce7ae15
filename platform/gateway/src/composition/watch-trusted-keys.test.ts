import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { createSigner } from '@shop/releases/signer/create-signer';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import type { SigningKey } from '@shop/releases/signing/signed-document';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { waitUntil } from '@shop/testing/wait-until';
import { createInProcessPools } from '../testing/in-process-pools';
import { publishFake } from '../testing/publish-fake';
import { watchComposition } from './composition-watcher';
import { watchTrustedKeys } from './watch-trusted-keys';

const server = createFakeShellBundle();

test('trusts an added key and distrusts a removed key without a restart', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'watch-trusted-keys-'));
  const [old, next, folder] = ['old', 'next', 'gateway'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([old, next].map(ensureKeys));
  const [oldKey, newKey] = await Promise.all([old, next].map(readSigningKey));
  if (!oldKey || !newKey) throw new Error('there are no keys');
  const getKeyFile = (keys: string, id: string) => path.join(keys, 'trusted', `${id}.pem`);
  mkdirSync(path.join(folder, 'trusted/past'), { recursive: true });
  renameSync(getKeyFile(old, oldKey.id), getKeyFile(folder, oldKey.id));

  const store = createFileSystemStore(path.join(root, 'releases'));
  const publishShell = (version: string) => publishFake(store, { app: 'shell', version, content: version, server });
  const here = { store, name: 'production' };
  const open = async (key: SigningKey) => {
    const trusted = await readTrustedKeys(folder);
    return { ...here, trusted, signer: createSigner(key, trusted) };
  };
  const before = await open(oldKey);
  await promote(before, [await publishShell('1.0.0')], testAuthor, passingGates);

  const errors: string[] = [];
  const onError = (error: unknown) => errors.push(String(error));
  const keys = await watchTrustedKeys({ folder, interval: 5, onError });
  const environment = { ...here, trusted: keys.trusted };
  const watcher = await watchComposition({ environment, pools: createInProcessPools(), interval: 5, onError });
  const isLive = (version: string) => watcher.current()?.composition.shell.version === version;
  expect(isLive('1.0.0')).toBe(true);

  // A partly written file is no key: the keys that were trusted stay trusted.
  writeFileSync(getKeyFile(folder, newKey.id), '-----BEGIN PUBLIC');
  await waitUntil(() => errors.length > 0, { message: 'the malformed key is reported' });
  expect(errors).toEqual([expect.stringContaining('contains no valid key')]);
  expect([watcher.isDegraded(), keys.trusted.has(oldKey.id)]).toEqual([false, true]);

  renameSync(getKeyFile(next, newKey.id), getKeyFile(folder, newKey.id));
  const after = await open(newKey);
  await promote(after, [await publishShell('2.0.0')], testAuthor, passingGates);
  await waitUntil(() => isLive('2.0.0'), { message: 'the composition that the added key signed is served' });

  renameSync(getKeyFile(folder, oldKey.id), path.join(folder, 'trusted/past', `${oldKey.id}.pem`));
  await waitUntil(() => !keys.trusted.has(oldKey.id), { message: 'the removed key is distrusted' });
  errors.length = 0;
  await lock({ ...after, signer: createSigner(oldKey, after.trusted) }, 'shell', testAuthor);
  await waitUntil(() => watcher.isDegraded(), { message: 'the HEAD that the removed key signed is rejected' });
  expect(errors).toEqual([expect.stringContaining('which is valid for past documents only')]);
  expect(isLive('2.0.0')).toBe(true);

  await keys.stop();
  await watcher.stop();
  rmSync(root, { recursive: true, force: true });
});
