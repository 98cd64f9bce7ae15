import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileSystemStore } from './file-system-store';
import { describeReleaseStore } from './store-conformance';

const root = mkdtempSync(path.join(tmpdir(), 'releases-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeReleaseStore('a folder', async () => createFileSystemStore(root));

test('a lock whose owner died does not stop the next swap', async () => {
  const store = createFileSystemStore(root);
  await store.compareAndSwap('env/x/HEAD.json', Buffer.from('one'), null);
  const lock = path.join(root, 'env/x/HEAD.json.lock');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  const seen = await store.get('env/x/HEAD.json');
  expect(await store.compareAndSwap('env/x/HEAD.json', Buffer.from('two'), seen?.tag ?? '')).toBe(true);
  expect(await store.list('env/x/')).toEqual(['env/x/HEAD.json']);
});
