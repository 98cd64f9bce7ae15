import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testReleaseStore } from '../testing/store-conformance';
import { createFileSystemStore } from './file-system-store';

const root = mkdtempSync(path.join(tmpdir(), 'releases-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

testReleaseStore('a folder', async () => createFileSystemStore(root));

/** Makes the lock of the only key of a store one whose owner died. */
function leaveDeadLock(folder: string): void {
  const [lock = ''] = readdirSync(path.join(folder, '.locks'));
  const numbers = readdirSync(path.join(folder, '.locks', lock)).map((name) => Number.parseInt(name, 10));
  const dead = path.join(folder, '.locks', lock, String(Math.max(...numbers) + 1));
  writeFileSync(dead, '');
  utimesSync(dead, new Date(0), new Date(0));
}

describe('a lock whose owner died', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
  const store = createFileSystemStore(folder);
  const key = 'env/x/HEAD.json';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('does not stop the next swap, and is none of the keys', async () => {
    await store.compareAndSwap(key, Buffer.from('one'), null);
    leaveDeadLock(folder);
    const seen = await store.get(key);
    expect(await store.compareAndSwap(key, Buffer.from('two'), seen?.tag ?? '')).toBe(true);
    expect(await store.list('env/x/')).toEqual([key]);
  });

  it('lets one of many swaps through', async () => {
    for (let round = 0; round < 40; round++) {
      leaveDeadLock(folder);
      const tag = (await store.get(key))?.tag ?? '';
      const swaps = Array.from({ length: 8 }, (_, at) => store.compareAndSwap(key, Buffer.from(`${round} ${at}`), tag));
      expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
    }
  });
});
