import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testReleaseStore } from '../testing/store-conformance';
import { createTestFolder } from '../testing/test-resources';
import { ConflictError } from './errors';
import { createFileSystemStore } from './file-system-store';

const root = createTestFolder();

testReleaseStore('a folder', async () => createFileSystemStore(root));

/** Leaves a stale lock for the only key of a store: its holder crashed before it wrote its name. */
function leaveStaleLock(folder: string): void {
  const [lock = ''] = readdirSync(path.join(folder, '.locks'));
  const numbers = readdirSync(path.join(folder, '.locks', lock)).map((name) => Number.parseInt(name, 10));
  const stale = path.join(folder, '.locks', lock, String(Math.max(...numbers) + 1));
  writeFileSync(stale, '');
  utimesSync(stale, new Date(0), new Date(0));
}

describe('a stale lock', () => {
  const folder = createTestFolder();
  const store = createFileSystemStore(folder);
  const key = 'env/x/HEAD.json';

  it('of a crashed process lets one of many concurrent swaps through, and is not a key', async () => {
    await store.compareAndSwap(key, Buffer.from('one'), null);
    for (let round = 0; round < 40; round++) {
      leaveStaleLock(folder);
      const tag = (await store.get(key))?.tag ?? '';
      const swaps = Array.from({ length: 8 }, (_, index) =>
        store.compareAndSwap(key, Buffer.from(`${round} ${index}`), tag),
      );
      expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
    }
    expect(await store.list('env/x/')).toEqual([key]);
  });
});

test('a write that fails leaves no draft', async () => {
  const folder = createTestFolder();
  const store = createFileSystemStore(folder);
  await store.putIfAbsent('a', Buffer.from('a file'));
  for (const key of ['a/below', 'a/below/further']) {
    await expect(store.putIfAbsent(key, Buffer.from('x'))).rejects.toThrow(ConflictError);
    await expect(store.compareAndSwap(key, Buffer.from('x'), null)).rejects.toThrow(ConflictError);
  }
  expect(readdirSync(path.join(folder, '.drafts'))).toEqual([]);
});
