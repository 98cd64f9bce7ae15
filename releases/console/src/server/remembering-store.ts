import type { ReleaseStore, StoredObject } from '@shop/releases/store/release-store';

/** Documents that are written once: compositions, log entries and what releases are made of. */
const immutable = /^env\/[^/]+\/(sets|log)\/|^r\/.+\/release\.json$/;
/** Documents kept, a few kilobytes each; the oldest goes first. */
const mostKept = 5000;

/**
 * The same store for reading, with its unchanging documents kept in memory, so that a page of history or a list of
 * releases is not fetched anew for every look. Hash and signature are still checked by whoever reads. Not for gates and
 * `verify`, which are there to see what the store really holds.
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
