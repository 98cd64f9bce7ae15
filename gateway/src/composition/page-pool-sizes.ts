import type { PagePool } from '../page-rendering/page-pool';
import type { PagePools } from '../page-rendering/page-pools';
import type { LoadedComposition } from './composition-loader';

/** Milliseconds in which requests that have chosen a composition get their pages. */
const drainMs = 5000;

/** Compositions that are served. */
export interface ServedCompositions {
  live: LoadedComposition | null;
  /** The compositions of one canary each. */
  canaries: readonly LoadedComposition[];
  /** The compositions of two canaries. */
  pairs: readonly LoadedComposition[];
}

/** Gives each pool of pages its number of processes. */
export interface PagePoolSizes {
  /** Receives the compositions that are served now. */
  update: (served: ServedCompositions) => void;
}

const getPools = (loaded: readonly LoadedComposition[]): PagePool[] => [
  ...new Set(loaded.map(({ composition }) => composition.pages).filter((pool) => pool !== undefined)),
];

/**
 * Creates the sizes of the pools: the live composition has all processes and each canary one. A pair of canaries has one that
 * starts with its first page. The last retired composition keeps one process, so that a rollback is rendered at once. Other
 * pools end.
 *
 * @param liveSize Processes of the live composition.
 */
export function createPagePoolSizes(pools: PagePools | undefined, liveSize: number): PagePoolSizes {
  let lastServed: PagePool[] = [];
  let retired: PagePool | undefined;
  return {
    update: ({ live, canaries, pairs }) => {
      const livePools = getPools(live ? [live] : []);
      const canaryPools = getPools(canaries);
      const served = [...new Set([...livePools, ...canaryPools, ...getPools(pairs)])];
      for (const pool of served) {
        if (livePools.includes(pool)) pool.resize(liveSize);
        else if (canaryPools.includes(pool)) pool.resize(1);
        else pool.startOnDemand();
      }
      const unused = [...lastServed, retired].filter((pool) => pool !== undefined && !served.includes(pool));
      lastServed = served;
      retired = unused[0];
      retired?.resize(1);
      for (const pool of unused) {
        if (!pool || pool === retired) continue;
        // A rollback may need the pool again in the meantime.
        const isUnused = () => !lastServed.includes(pool) && pool !== retired;
        setTimeout(() => isUnused() && void pools?.remove(pool), drainMs).unref();
      }
    },
  };
}
