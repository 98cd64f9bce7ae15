import type { ReleaseStore, StoredObject } from '@shop/releases/store/release-store';

/** Compositions and log entries: their keys carry their hash. A description that gc removed may come back as another one. */
const immutable = /^env\/[^/]+\/(sets|log)\//;
/** Documents kept, a few kilobytes each; the oldest goes first. */
const mostKept = 5000;

/**
 * The same store for reading, with its unchanging documents kept in memory, so that a page of history is not fetched anew
 * for every look. Hash and signature are still checked by whoever reads. Not for gates and `verify`, which are there to
 * see what the store really holds.
 */
export function rememberDocuments(store: ReleaseStore): ReleaseStore {
  const kept = new Map<string, StoredObject>();
  return {
    ...store,
    get: async (key) => {
      const known = kept.get(key);
      if (known) return known;
      const stored = await store.get(key);
      if (stored && immutable.test(key)) {
        kept.set(key, stored);
        for (const oldest of kept.keys()) {
          if (kept.size <= mostKept) break;
          kept.delete(oldest);
        }
      }
      return stored;
    },
  };
}
