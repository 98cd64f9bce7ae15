import type { ReleaseStore } from '../store/release-store';

/**
 * A store as a process sees it that does one thing after the other, and is held up once before one of them.
 *
 * @param operation Before which operation, counted from 0.
 * @param meanwhile What happens then; the process goes on when it is over.
 */
export function pauseBefore(store: ReleaseStore, operation: number, meanwhile: () => Promise<unknown>): ReleaseStore {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn =
    <Parameters extends unknown[], Result>(work: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters): Promise<Result> => {
      const turn = last.then(async () => {
        if (count++ === operation) await meanwhile();
        return work(...parameters);
      });
      last = turn.catch(() => undefined);
      return turn;
    };
  return {
    get: inTurn(store.get),
    putIfAbsent: inTurn(store.putIfAbsent),
    compareAndSwap: inTurn(store.compareAndSwap),
    list: inTurn(store.list),
    remove: inTurn(store.remove),
  };
}
