import { sha256 } from '../store/document-ref';
import { assertKey, assertPrefix, type ReleaseStore, type StoredObject } from '../store/release-store';

/**
 * Creates a release store in memory.
 *
 * @param objects  Its objects by key. The store changes the map.
 */
export function createMemoryStore(objects: Map<string, Uint8Array>): ReleaseStore {
  const find = (key: string): StoredObject | null => {
    assertKey(key);
    const bytes = objects.get(key);
    return bytes ? { bytes, tag: sha256(bytes) } : null;
  };
  return {
    get: async (key) => find(key),
    putIfAbsent: async (key, bytes) => {
      assertKey(key);
      if (objects.has(key)) return false;
      objects.set(key, bytes);
      return true;
    },
    compareAndSwap: async (key, bytes, tag) => {
      // Without a pause between comparison and write: a race must have one winner.
      if ((find(key)?.tag ?? null) !== tag) return false;
      objects.set(key, bytes);
      return true;
    },
    list: async (prefix) => {
      assertPrefix(prefix);
      return [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    listFolders: async (folder) => {
      assertPrefix(folder);
      const rests = [...objects.keys()].flatMap((key) => (key.startsWith(folder) ? key.slice(folder.length) : []));
      return [...new Set(rests.flatMap((rest) => rest.match(/^(.+?)\//)?.[1] ?? []))].sort();
    },
    remove: async (key) => void objects.delete(key),
  };
}
