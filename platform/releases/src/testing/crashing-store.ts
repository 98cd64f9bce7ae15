import { type ReleaseStore, wrapStore } from '../store/release-store';

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
    const crashing = wrapStore(store, (operate) => async (...parameters) => {
      if (left-- > 0) return operate(...parameters);
      resolve(false);
      return new Promise(() => undefined);
    });
    work(crashing).then(() => resolve(true), reject);
  });
}

/**
 * Wraps a store so that its operations run one after the other, with a pause before one of them.
 *
 * @param operation  Index of the operation after the pause, from 0.
 * @param whilePaused  Runs during the pause. The operation starts when it has ended.
 */
export function pauseBefore(store: ReleaseStore, operation: number, whilePaused: () => Promise<unknown>): ReleaseStore {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  return wrapStore(store, (operate) => (...parameters) => {
    const turn = last.then(async () => {
      if (count++ === operation) await whilePaused();
      return operate(...parameters);
    });
    last = turn.catch(() => undefined);
    return turn;
  });
}
