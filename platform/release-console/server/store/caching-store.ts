import type { ReleaseStore, StoredObject } from '@shop/releases/store/release-store';
import { LRUCache } from 'lru-cache';

/** Compositions and log entries. Their keys contain their hash. A release.json is mutable: gc may remove it, and a later publish may write another. */
const immutableKey = /^env\/[^/]+\/(compositions|log)\//;
/** Documents in the cache, a few kilobytes each. */
const maxDocuments = 5000;

/**
 * Wraps a release store with a cache of its immutable documents, so that a page of history does not load them again. Readers
 * still verify hash and signature. Gates and `verify` must not use it: they check what the store contains now.
 */
export function createCachingStore(store: ReleaseStore): ReleaseStore {
  const cache = new LRUCache<string, StoredObject>({ max: maxDocuments });
  return {
    ...store,
    get: async (key) => {
      const cached = cache.get(key);
      if (cached) return cached;
      const stored = await store.get(key);
      if (stored && immutableKey.test(key)) cache.set(key, stored);
      return stored;
    },
  };
}
