import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ReadData } from './data/data-source';
import { readPageCode } from './page-code';
import { createPagePool, type PagePool } from './page-pool';
import type { PageRendererLimits } from './renderer-limits';
import { listWarmUpRequests, type PageSettings } from './warm-up';

export interface PagePoolsOptions {
  settings: PageSettings;
  limits: PageRendererLimits;
  readData: ReadData;
  /** Receives each failure. */
  onError: (error: Error) => void;
  /** Is called after each failure of a process. */
  onProcessFailure?: () => void;
}

/** Number of processes that render pages. */
export interface PoolProcesses {
  ready: number;
  starting: number;
}

/** Opens the pools of compositions. Compositions of the same releases share one pool. */
export interface PagePools {
  /**
   * Finds or creates the pool of a composition. A new pool has no process.
   *
   * @param scope Compositions of other scopes do not share the pool.
   */
  open: (store: ReleaseStore, resolved: ResolvedComposition, scope?: string) => PagePool;
  /** Ends a pool when it is not needed any more. */
  remove: (pool: PagePool) => Promise<void>;
  /** Counts the processes of all pools. */
  countProcesses: () => PoolProcesses;
  close: () => Promise<void>;
}

const getKey = (releases: readonly Release[]) => releases.map(getReleasePrefix).sort().join(' ');

export function createPagePools(options: PagePoolsOptions): PagePools {
  const pools = new Map<string, PagePool>();
  return {
    open: (store, resolved, scope = '') => {
      const key = scope + getKey([resolved.shellRelease, ...resolved.remoteReleases]);
      const running = pools.get(key);
      if (running && !running.isUnreadable) return running;
      const pool = createPagePool({
        ...options,
        readCode: () => readPageCode(store, resolved),
        warmUpRequests: listWarmUpRequests(resolved.composition, options.settings),
      });
      pools.set(key, pool);
      return pool;
    },
    remove: async (pool) => {
      for (const [key, opened] of pools) if (opened === pool) pools.delete(key);
      await pool.close();
    },
    countProcesses: () =>
      [...pools.values()].reduce(
        (sum, { processes: { ready, starting } }) => ({ ready: sum.ready + ready, starting: sum.starting + starting }),
        { ready: 0, starting: 0 },
      ),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      pools.clear();
    },
  };
}
