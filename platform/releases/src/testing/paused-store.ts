import type { ReleaseStore } from '../store/release-store';

/**
 * Wraps a store so that its operations run one after the other, with a pause before one of them.
 *
 * @param operation  Index of the operation after the pause, from 0.
 * @param whilePaused  Runs during the pause. The operation starts when it has ended.
 */
export function pauseBefore(store: ReleaseStore, operation: number, whilePaused: () => Promise<unknown>): ReleaseStore {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inSequence =
    <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters): Promise<Result> => {
      const turn = last.then(async () => {
        if (count++ === operation) await whilePaused();
        return work(...parameters);
      });
      last = turn.catch(() => undefined);
      return turn;
    };
  return {
    get: inSequence(store.get),
    putIfAbsent: inSequence(store.putIfAbsent),
    compareAndSwap: inSequence(store.compareAndSwap),
    list: inSequence(store.list),
    remove: inSequence(store.remove),
  };
}
