import type { ReleaseStore } from '../store/release-store';

/**
 * Does work as a process does it that is killed after some operations of the store: they are done, and nothing comes after
 * them, not even what the work would do about an error.
 *
 * @param operations How many are still done.
 * @returns Whether it came to its end; false when it was killed before.
 */
export function runUntilCrash(
  store: ReleaseStore,
  operations: number,
  work: (dying: ReleaseStore) => Promise<unknown>,
): Promise<boolean> {
  let left = operations;
  return new Promise((resolve, reject) => {
    const orDie =
      <Parameters extends unknown[], Result>(operate: (...parameters: Parameters) => Promise<Result>) =>
      async (...parameters: Parameters): Promise<Result> => {
        if (left-- > 0) return operate(...parameters);
        resolve(false);
        return new Promise(() => undefined);
      };
    work({
      get: orDie(store.get),
      putIfAbsent: orDie(store.putIfAbsent),
      compareAndSwap: orDie(store.compareAndSwap),
      list: orDie(store.list),
      remove: orDie(store.remove),
    }).then(() => resolve(true), reject);
  });
}
