import type { ReleaseStore } from '../store/release-store';

/** What a process that was killed does no more. */
export class Killed extends Error {}

/**
 * A store as a process sees it that is killed after some operations: they are done, whatever would come next is not.
 *
 * @param operations How many are still done.
 */
export function killAfter(store: ReleaseStore, operations: number): ReleaseStore {
  let left = operations;
  const orDie =
    <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      if (left-- <= 0) throw new Killed('the process was killed');
      return work(...parameters);
    };
  return {
    get: orDie(store.get),
    putIfAbsent: orDie(store.putIfAbsent),
    compareAndSwap: orDie(store.compareAndSwap),
    list: orDie(store.list),
    remove: orDie(store.remove),
  };
}
