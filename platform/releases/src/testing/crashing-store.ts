import type { ReleaseStore } from '../store/release-store';

/**
 * Runs work as a process that is killed after a number of store operations. Nothing happens after them, not even the error
 * handling of the work.
 *
 * @param operations  Number of operations that are completed.
 * @returns True when the work ended before the crash.
 */
export function runUntilCrash(
  store: ReleaseStore,
  operations: number,
  work: (crashing: ReleaseStore) => Promise<unknown>,
): Promise<boolean> {
  let left = operations;
  return new Promise((resolve, reject) => {
    const orCrash =
      <Parameters extends unknown[], Result>(operate: (...parameters: Parameters) => Promise<Result>) =>
      async (...parameters: Parameters): Promise<Result> => {
        if (left-- > 0) return operate(...parameters);
        resolve(false);
        return new Promise(() => undefined);
      };
    work({
      get: orCrash(store.get),
      putIfAbsent: orCrash(store.putIfAbsent),
      compareAndSwap: orCrash(store.compareAndSwap),
      list: orCrash(store.list),
      remove: orCrash(store.remove),
    }).then(() => resolve(true), reject);
  });
}
