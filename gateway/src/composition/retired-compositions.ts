import type { LoadedComposition } from './composition-loader';

/** Milliseconds in which requests that have chosen a composition get their documents. */
const drainMs = 5000;

/** Compositions that were served before and whose shells still run. */
export interface RetiredCompositions {
  /** Returns the retired compositions, newest first. */
  list: () => readonly LoadedComposition[];
  /** Receives the compositions that are served now. Retires those that are not served any more. */
  update: (served: readonly LoadedComposition[]) => void;
}

/**
 * Creates the list of retired compositions. The shell of the newest ones runs on, so that a rollback is instant; the shells of
 * the others are closed after their requests have ended.
 */
export function createRetiredCompositions(maxRunning = 1): RetiredCompositions {
  let lastServed: readonly LoadedComposition[] = [];
  let retired: LoadedComposition[] = [];
  const getShell = ({ composition }: LoadedComposition) => composition.shell;
  return {
    list: () => retired,
    update: (served) => {
      const shells = new Set(served.map(getShell));
      const unused: LoadedComposition[] = [];
      for (const loaded of [...lastServed, ...retired]) {
        if (shells.has(getShell(loaded))) continue;
        shells.add(getShell(loaded));
        unused.push(loaded);
      }
      lastServed = served;
      retired = unused.slice(0, maxRunning);
      for (const { composition } of unused.slice(maxRunning)) {
        setTimeout(() => void composition.shell.close(), drainMs).unref();
      }
    },
  };
}
