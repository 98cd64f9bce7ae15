import type { ReleaseStore } from '@shop/releases/store/release-store';

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
