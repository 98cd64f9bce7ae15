import type { PagePool } from '../page-rendering/page-pool';
import type { PagePools } from '../page-rendering/page-pools';
import type { LoadedComposition } from './composition-loader';

/** Milliseconds in which requests that have chosen a composition get their pages. */
const drainMs = 5000;

/** Gives each pool of pages its number of processes. */
export interface PagePoolSizes {
  /** Receives the compositions that are served now. */
  update: (live: LoadedComposition | null, canary: LoadedComposition | null) => void;
}

/**
 * Creates the sizes of the pools: the live composition has all processes and the canary one. The last retired composition
 * keeps one process, so that a rollback is rendered at once. Other pools end.
 *
 * @param liveSize Processes of the live composition.
 */
export function createPagePoolSizes(pools: PagePools | undefined, liveSize: number): PagePoolSizes {
  let lastServed: PagePool[] = [];
  let retired: PagePool | undefined;
  return {
    update: (live, canary) => {
      const livePool = live?.composition.pages;
      const canaryPool = canary?.composition.pages;
      const served = [livePool, canaryPool].filter((pool) => pool !== undefined);
      canaryPool?.resize(1);
      livePool?.resize(liveSize);
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
