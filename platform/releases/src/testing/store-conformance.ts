import { randomUUID } from 'node:crypto';
import type { ReleaseStore } from '../store/release-store';

const bytes = (text: string) => Buffer.from(text);
const text = (stored: { bytes: Uint8Array } | null) => (stored ? Buffer.from(stored.bytes).toString() : null);

/**
 * Registers the tests that every kind of release store must pass.
 *
 * @param name  Kind of the store, for the titles.
 * @param open  Creates another client of one and the same empty store.
 */
export function testReleaseStore(name: string, open: () => Promise<ReleaseStore>): void {
  describe(`${name} as a release store`, () => {
    const createKey = () => `t/${randomUUID()}`;
    let store: ReleaseStore;
    beforeAll(async () => {
      store = await open();
    });

    it('finds nothing under a key that was never written', async () => {
      expect(await store.get(createKey())).toBeNull();
      expect(await store.list('nothing-here/')).toEqual([]);
    });

    it('returns the bytes that were put, and puts a key only once', async () => {
      const key = createKey();
      expect(await store.putIfAbsent(key, bytes('one'))).toBe(true);
      expect(await store.putIfAbsent(key, bytes('two'))).toBe(false);
      expect(text(await store.get(key))).toBe('one');
    });

    it('swaps an object only when it still has the tag', async () => {
      const key = createKey();
      expect(await store.compareAndSwap(key, bytes('one'), null)).toBe(true);
      expect(await store.compareAndSwap(key, bytes('two'), null)).toBe(false);
      const current = await store.get(key);
      expect(await store.compareAndSwap(key, bytes('two'), current?.tag ?? '')).toBe(true);
      expect(await store.compareAndSwap(key, bytes('three'), current?.tag ?? '')).toBe(false);
      expect(text(await store.get(key))).toBe('two');
      expect(await store.compareAndSwap(createKey(), bytes('x'), 'no such tag')).toBe(false);
    });

    it('lists keys under a prefix, sorted, and removes them', async () => {
      const prefix = `${createKey()}/`;
      for (const key of ['b', 'a/c', 'a/b']) await store.putIfAbsent(prefix + key, bytes(key));
      expect(await store.list(prefix)).toEqual(['a/b', 'a/c', 'b'].map((key) => prefix + key));
      await store.remove(`${prefix}b`);
      await store.remove(`${prefix}b`);
      expect(await store.list(prefix)).toEqual(['a/b', 'a/c'].map((key) => prefix + key));
    });

    it('lists the keys that begin with a part of a name, and the folders of a folder', async () => {
      const prefix = `${createKey()}/`;
      for (const key of ['1.0.0-a/x', '1.0.0-a/y/z', '1.0.0-b', '1.0.1-a/x', 'file']) {
        await store.putIfAbsent(prefix + key, bytes(key));
      }
      const list = async (start: string) => (await store.list(prefix + start)).map((key) => key.slice(prefix.length));
      expect(await list('1.0.0-')).toEqual(['1.0.0-a/x', '1.0.0-a/y/z', '1.0.0-b']);
      expect(await list('1.0.0-a/')).toEqual(['1.0.0-a/x', '1.0.0-a/y/z']);
      expect(await list('2')).toEqual([]);
      expect(await store.listFolders(prefix)).toEqual(['1.0.0-a', '1.0.1-a']);
      expect(await store.listFolders(`${prefix}2/`)).toEqual([]);
      await store.remove(`${prefix}1.0.1-a/x`);
      expect(await store.listFolders(prefix)).toEqual(['1.0.0-a']);
    });

    it.each(['', 'r', '/', '../', 'r//', '/r/', 'r/../env/', 'r/.'])('rejects the prefix %p', async (prefix) => {
      await expect(async () => store.list(prefix)).rejects.toThrow('is not a prefix of keys');
      await expect(async () => store.listFolders(prefix)).rejects.toThrow('is not a prefix of keys');
    });

    it('accepts keys with the build metadata of a version, and names of files that begin with an underscore', async () => {
      const prefix = `${createKey()}/1.2.0+build.5/`;
      const [key, plusKey] = [`${prefix}main.js`, `${prefix}a+b++c`];
      expect(await store.putIfAbsent(key, bytes('one'))).toBe(true);
      expect(await store.putIfAbsent(plusKey, bytes('plus'))).toBe(true);
      expect(await store.putIfAbsent(`${createKey()}/__chunk.js`, bytes('chunk'))).toBe(true);
      const current = await store.get(key);
      expect(await store.compareAndSwap(key, bytes('two'), current?.tag ?? '')).toBe(true);
      expect(text(await store.get(key))).toBe('two');
      expect(await store.list(prefix)).toEqual([plusKey, key]);
      await store.remove(key);
      expect(await store.get(key)).toBeNull();
      expect(await store.list(prefix)).toEqual([plusKey]);
    });

    it('lets one of many concurrent writers create a key', async () => {
      const key = createKey();
      const writers = await Promise.all(Array.from({ length: 24 }, open));
      const won = await Promise.all(writers.map((writer, index) => writer.putIfAbsent(key, bytes(String(index)))));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(text(await store.get(key))).toBe(String(won.indexOf(true)));
    });

    it('loses no update of many concurrent swaps', async () => {
      const key = createKey();
      await store.compareAndSwap(key, bytes('0'), null);
      const addOne = async (writer: ReleaseStore) => {
        for (;;) {
          const current = await writer.get(key);
          if (!current) throw new Error(`${key} is missing`);
          const next = String(Number(text(current)) + 1);
          if (await writer.compareAndSwap(key, bytes(next), current.tag)) return;
        }
      };
      await Promise.all((await Promise.all(Array.from({ length: 12 }, open))).map(addOne));
      expect(text(await store.get(key))).toBe('12');
    });

    it.each(['../x', '/x', 'a//b', 'a/../b', '.hidden', 'a\\b', ''])('rejects the key %p', async (key) => {
      await expect(async () => store.get(key)).rejects.toThrow('is not a key');
    });

    it('takes names of 255 characters, and rejects longer names and keys', async () => {
      const name = 'a'.repeat(255);
      expect(await store.get(`t/${name}`)).toBeNull();
      for (const key of [`t/${name}a`, Array.from({ length: 4 }, () => name).join('/')]) {
        await expect(async () => store.get(key)).rejects.toThrow('is not a key');
        await expect(async () => store.list(`${key}/`)).rejects.toThrow('is not a prefix of keys');
      }
    });
  });
}
