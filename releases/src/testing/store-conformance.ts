import { randomUUID } from 'node:crypto';
import type { ReleaseStore } from '../store/release-store';

const bytes = (text: string) => Buffer.from(text);
const text = (stored: { bytes: Uint8Array } | null) => (stored ? Buffer.from(stored.bytes).toString() : null);

/**
 * What every back end must do. One suite runs on all of them.
 *
 * @param open Opens another client of the same empty store.
 */
export function testReleaseStore(name: string, open: () => Promise<ReleaseStore>): void {
  describe(`${name} as a release store`, () => {
    const fresh = () => `t/${randomUUID()}`;
    let store: ReleaseStore;
    beforeAll(async () => {
      store = await open();
    });

    it('has nothing under a key that was never written', async () => {
      expect(await store.get(fresh())).toBeNull();
      expect(await store.list('nothing-here/')).toEqual([]);
    });

    it('gives back what was put, and puts a key once', async () => {
      const key = fresh();
      expect(await store.putIfAbsent(key, bytes('one'))).toBe(true);
      expect(await store.putIfAbsent(key, bytes('two'))).toBe(false);
      expect(text(await store.get(key))).toBe('one');
    });

    it('swaps only the version that was seen', async () => {
      const key = fresh();
      expect(await store.compareAndSwap(key, bytes('one'), null)).toBe(true);
      expect(await store.compareAndSwap(key, bytes('other'), null)).toBe(false);
      const seen = await store.get(key);
      expect(await store.compareAndSwap(key, bytes('two'), seen?.tag ?? '')).toBe(true);
      expect(await store.compareAndSwap(key, bytes('three'), seen?.tag ?? '')).toBe(false);
      expect(text(await store.get(key))).toBe('two');
      expect(await store.compareAndSwap(fresh(), bytes('x'), 'no such tag')).toBe(false);
    });

    it('lists keys under a prefix, sorted, and removes them', async () => {
      const prefix = `${fresh()}/`;
      for (const key of ['b', 'a/c', 'a/b']) await store.putIfAbsent(prefix + key, bytes(key));
      expect(await store.list(prefix)).toEqual(['a/b', 'a/c', 'b'].map((key) => prefix + key));
      await store.remove(`${prefix}b`);
      await store.remove(`${prefix}b`);
      expect(await store.list(prefix)).toEqual(['a/b', 'a/c'].map((key) => prefix + key));
    });

    it('takes keys with the build metadata of a version', async () => {
      const prefix = `${fresh()}/1.2.0+build.5/`;
      const [key, other] = [`${prefix}main.js`, `${prefix}a+b++c`];
      expect(await store.putIfAbsent(key, bytes('one'))).toBe(true);
      expect(await store.putIfAbsent(other, bytes('other'))).toBe(true);
      const seen = await store.get(key);
      expect(await store.compareAndSwap(key, bytes('two'), seen?.tag ?? '')).toBe(true);
      expect(text(await store.get(key))).toBe('two');
      expect(await store.list(prefix)).toEqual([other, key]);
      await store.remove(key);
      expect(await store.get(key)).toBeNull();
      expect(await store.list(prefix)).toEqual([other]);
    });

    it('lets one of many racing writers win a new key', async () => {
      const key = fresh();
      const writers = await Promise.all(Array.from({ length: 24 }, open));
      const won = await Promise.all(writers.map((writer, at) => writer.putIfAbsent(key, bytes(String(at)))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(text(await store.get(key))).toBe(String(won.indexOf(true)));
    });

    it('loses no update of many racing swappers', async () => {
      const key = fresh();
      await store.compareAndSwap(key, bytes('0'), null);
      const addOne = async (writer: ReleaseStore) => {
        for (;;) {
          const seen = await writer.get(key);
          if (!seen) throw new Error('the key is gone');
          const next = String(Number(text(seen)) + 1);
          if (await writer.compareAndSwap(key, bytes(next), seen.tag)) return;
        }
      };
      await Promise.all((await Promise.all(Array.from({ length: 12 }, open))).map(addOne));
      expect(text(await store.get(key))).toBe('12');
    });

    it.each(['../x', '/x', 'a//b', 'a/../b', '.hidden', 'a\\b', ''])('refuses the key %p', async (key) => {
      await expect(async () => store.get(key)).rejects.toThrow('is no key');
    });
  });
}
