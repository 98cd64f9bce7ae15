import type { ReleaseStore } from '@shop/releases/store/release-store';

/**
 * Creates a release store that is opened by its first call.
 *
 * @param open Rejects while the store cannot be reached. The next call then tries again.
 */
export function createLazyStore(open: () => Promise<ReleaseStore>): ReleaseStore {
  let opening: Promise<ReleaseStore> | null = null;
  const getStore = () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    get: async (key) => (await getStore()).get(key),
    putIfAbsent: async (key, bytes) => (await getStore()).putIfAbsent(key, bytes),
    compareAndSwap: async (key, bytes, tag) => (await getStore()).compareAndSwap(key, bytes, tag),
    list: async (prefix) => (await getStore()).list(prefix),
    listFolders: async (folder) => (await getStore()).listFolders(folder),
    remove: async (key) => (await getStore()).remove(key),
  };
}

/** Wraps a release store and records each object that is read through the wrapper. */
export function createRecordingStore(store: ReleaseStore): { store: ReleaseStore; reads: Map<string, Uint8Array> } {
  const reads = new Map<string, Uint8Array>();
  const get: ReleaseStore['get'] = async (key) => {
    const stored = await store.get(key);
    if (stored) reads.set(key, stored.bytes);
    return stored;
  };
  return { store: { ...store, get }, reads };
}
