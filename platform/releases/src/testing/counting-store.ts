import { type ReleaseStore, wrapStore } from '../store/release-store';

/** Wraps a store so that its operations are counted. An object store takes some milliseconds for each. */
export function createCountingStore(store: ReleaseStore): { store: ReleaseStore; takeCount: () => number } {
  let count = 0;
  const counting = wrapStore(store, (operate) => (...parameters) => {
    count += 1;
    return operate(...parameters);
  });
  /** Returns the number of operations since the last call. */
  const takeCount = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return { store: counting, takeCount };
}
