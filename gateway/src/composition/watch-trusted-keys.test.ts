import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { watchComposition } from './composition-watcher';
import { watchTrustedKeys } from './watch-trusted-keys';

const server = `exports.provided = {};
exports.renderDocument = () => ({ status: 200, html: '', inlineScripts: [], apiOrigin: 'http://x' });`;

test('a key that is added counts, and one that is put away does not, without a restart', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'follow-keys-'));
  const [old, next, folder] = ['old', 'next', 'gateway'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([old, next].map(ensureKeys));
  const [oldKey, newKey] = await Promise.all([old, next].map(readSigningKey));
  if (!oldKey || !newKey) throw new Error('there are no keys');
  const fileOf = (keys: string, id: string) => path.join(keys, 'trusted', `${id}.pem`);
  mkdirSync(path.join(folder, 'trusted/past'), { recursive: true });
  renameSync(fileOf(old, oldKey.id), fileOf(folder, oldKey.id));

  const store = createFileSystemStore(path.join(root, 'releases'));
  const publishShell = (version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app: 'shell', version, content: version, server }), commit: '' });
  const here = { store, name: 'production' };
  const before = { ...here, trusted: await readTrustedKeys(folder), signingKey: oldKey };
  await promote(before, [await publishShell('1.0.0')], testAuthor, passingGates);

  const errors: string[] = [];
  const onError = (error: unknown) => errors.push(String(error));
  const keys = await watchTrustedKeys({ folder, interval: 5, onError });
  const watcher = await watchComposition({ environment: { ...here, trusted: keys.trusted }, interval: 5, onError });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const isLive = (version: string) => watcher.current()?.composition.shell.version === version;
  expect(isLive('1.0.0')).toBe(true);

  // Half of a file is no key: what was trusted stays.
  writeFileSync(fileOf(folder, newKey.id), '-----BEGIN PUBLIC');
  await until(() => errors.length > 0);
  expect(errors).toEqual([expect.stringContaining('contains no valid key')]);
  expect([watcher.isDegraded(), keys.trusted.has(oldKey.id)]).toEqual([false, true]);

  renameSync(fileOf(next, newKey.id), fileOf(folder, newKey.id));
  const after = { ...here, trusted: await readTrustedKeys(folder), signingKey: newKey };
  await promote(after, [await publishShell('2.0.0')], testAuthor, passingGates);
  await until(() => isLive('2.0.0'));

  renameSync(fileOf(folder, oldKey.id), path.join(folder, 'trusted/past', `${oldKey.id}.pem`));
  await until(() => !keys.trusted.has(oldKey.id));
  errors.length = 0;
  await lock({ ...after, signingKey: oldKey }, 'shell', testAuthor);
  await until(() => watcher.isDegraded());
  expect(errors).toEqual([expect.stringContaining('which is valid for past documents only')]);
  expect(isLive('2.0.0')).toBe(true);

  keys.stop();
  await watcher.stop();
  rmSync(root, { recursive: true, force: true });
});
