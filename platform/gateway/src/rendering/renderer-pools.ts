import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import type { ResolvedComposition } from '@shop/releases/state/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { createCompositionCode } from './composition-code';
import { createRendererPool, type RendererPool, type RendererPoolOptions } from './renderer-pool';
import { listWarmUpRequests, type PageSettings } from './warm-up';

export interface RendererPoolsOptions
  extends Pick<RendererPoolOptions, 'limits' | 'readData' | 'onError' | 'onProcessFailure'> {
  settings: PageSettings;
  /** Processes of the live composition. Default: 1. */
  liveSize?: number;
}

export interface PoolOptions extends Pick<RendererPoolOptions, 'mayReadBackend'> {
  /** Compositions of other scopes do not share the pool. Default: that of live compositions. */
  scope?: string;
}

/** Opens the pools of compositions. Compositions of the same releases share one pool. */
export interface RendererPools {
  /**
   * Finds or creates the pool of a composition. A new pool has no process. A pool reads code from the store of the last call: the
   * composition cache may lack files that the release store has.
   */
  open: (store: ReleaseStore, resolved: ResolvedComposition, options?: PoolOptions) => RendererPool;
  /**
   * Gives each pool its processes: the live composition has all and each canary one. The last live composition before this one
   * keeps one process, so that a rollback is rendered at once. Other pools end.
   */
  setServed: (served: { live: RendererPool; canaries: readonly RendererPool[] }) => void;
  /** Ends a pool, unless it is served. */
  remove: (pool: RendererPool) => Promise<void>;
  countProcesses: () => RendererPool['processes'];
  close: () => Promise<void>;
}

/** Milliseconds in which requests that have chosen a composition get their pages. */
const drainMs = 5000;

const getKey = (releases: readonly Release[]) => releases.map(getReleasePrefix).sort().join(' ');

export function createRendererPools({ settings, liveSize = 1, ...options }: RendererPoolsOptions): RendererPools {
  const pools = new Map<string, { pool: RendererPool; source: { store: ReleaseStore } }>();
  let lastServed: readonly RendererPool[] = [];
  let lastLive: RendererPool | undefined;
  let retired: RendererPool | undefined;

  const remove = async (pool: RendererPool) => {
    if (lastServed.includes(pool) || pool === retired) return;
    for (const [key, opened] of pools) if (opened.pool === pool) pools.delete(key);
    await pool.close();
  };

  return {
    open: (store, resolved, { scope = '', mayReadBackend } = {}) => {
      const key = scope + getKey([resolved.shellRelease, ...resolved.remoteReleases]);
      const known = pools.get(key);
      if (known) {
        known.source.store = store;
        return known.pool;
      }
      const source = { store };
      const pool = createRendererPool({
        ...options,
        mayReadBackend,
        code: createCompositionCode({ get: (file) => source.store.get(file) }, resolved),
        warmUpRequests: listWarmUpRequests(resolved.composition, settings),
      });
      pools.set(key, { pool, source });
      return pool;
    },
    setServed: ({ live, canaries }) => {
      const served = [...new Set([live, ...canaries])];
      for (const pool of served) pool.resize(pool === live ? liveSize : 1);
      const unused = [...lastServed, retired].filter((pool) => pool !== undefined && !served.includes(pool));
      retired = [lastLive, retired].find((pool) => pool && unused.includes(pool));
      [lastServed, lastLive] = [served, live];
      retired?.resize(1);
      for (const pool of unused) {
        // A rollback may need the pool again in the meantime.
        if (pool && pool !== retired) setTimeout(() => void remove(pool), drainMs).unref();
      }
    },
    remove,
    countProcesses: () =>
      [...pools.values()].reduce(
        (sum, { pool: { processes } }) => ({
          ready: sum.ready + processes.ready,
          starting: sum.starting + processes.starting,
        }),
        { ready: 0, starting: 0 },
      ),
    close: async () => {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()));
      pools.clear();
    },
  };
}
