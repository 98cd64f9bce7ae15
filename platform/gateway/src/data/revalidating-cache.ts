import { LRUCache } from 'lru-cache';
import { TimeoutError, withTimeout } from '../http/with-timeout';

/** For how long a value of a cache is served. Milliseconds since it was loaded. */
export interface CacheTimes {
  /** Without loading it again. */
  freshMs: number;
  /** At once, while it is loaded again. */
  revalidateMs: number;
  /** When it cannot be loaded again, or when that takes longer than `waitMs`. */
  staleMs: number;
  waitMs: number;
  /** Between a failure and the next load, while callers get an earlier value. */
  retryMs: number;
  /** For which callers get the failure, when there is no earlier value. */
  failureMs: number;
}

export interface Loaded<Value> {
  value: Value;
  /** False for a value that stands in for one that cannot be made now. It never replaces an earlier value. Default: true. */
  isComplete?: boolean;
}

/**
 * Where a value comes from: `hit` from memory; `stale` from memory although it is not fresh; `miss` loaded for the caller or for
 * another one that it waited for.
 */
export type CacheSource = 'hit' | 'stale' | 'miss';

export interface RevalidatingCacheOptions<Value> extends CacheTimes {
  /** Bytes of all values, by the name of their partition. A partition never evicts the values of another one. */
  partitions: Readonly<Record<string, number>>;
  /** Chooses the partition of a value, or of a failure. Default: the first. */
  getPartition?: (loaded: Loaded<Value> | null) => string;
  getBytes: (value: Value) => number;
  /** Clock in milliseconds since any fixed moment. Default: `performance.now`. */
  now?: () => number;
}

/** Keeps values in memory. Concurrent callers share one load. */
export interface RevalidatingCache<Value> {
  /**
   * Finds a value, or loads it.
   *
   * @param load Reports its own failures. A later caller may get its value.
   * @param onSource Receives where the value comes from.
   * @throws The error of `load` when no earlier value can be served.
   */
  find: (key: string, load: () => Promise<Loaded<Value>>, onSource?: (source: CacheSource) => void) => Promise<Value>;
  /** True when `find` would begin a load and has no earlier value to return instead. */
  isMissing: (key: string) => boolean;
  getSize: () => number;
}

/** What a key had last: a value, a failure, or a value and a later failure. */
interface Entry<Value> {
  loaded?: Loaded<Value>;
  loadedAt: number;
  failure?: { error: unknown };
  /** When a failed load may be repeated. */
  retryAt: number;
}

/** Bytes of an entry besides its value and its key. */
const entryBytes = 512;

export function createRevalidatingCache<Value>(options: RevalidatingCacheOptions<Value>): RevalidatingCache<Value> {
  const { partitions, getBytes, freshMs, revalidateMs, staleMs, waitMs, retryMs, failureMs } = options;
  const { now = () => performance.now() } = options;
  const [firstPartition = ''] = Object.keys(partitions);
  const { getPartition = () => firstPartition } = options;
  const createStore = (maxBytes: number) =>
    new LRUCache<string, Entry<Value>>({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: ({ loaded }, key) => (loaded ? getBytes(loaded.value) : 0) + 2 * key.length + entryBytes,
    });
  const stores = new Map(Object.entries(partitions).map(([name, maxBytes]) => [name, createStore(maxBytes)]));
  /** Loads that have not ended, by key. */
  const loading = new Map<string, Promise<Value>>();

  const get = (key: string): Entry<Value> | undefined => {
    for (const store of stores.values()) {
      const entry = store.get(key);
      if (entry) return entry;
    }
    return undefined;
  };

  const set = (key: string, entry: Entry<Value>) => {
    const partition = getPartition(entry.loaded ?? null);
    for (const [name, store] of stores) {
      if (name === partition) store.set(key, entry);
      else store.delete(key);
    }
  };

  /** True while callers get a failure, or a value that stands in for another one. */
  const isPaused = ({ loaded, failure, retryAt }: Entry<Value>) =>
    now() < retryAt && (failure !== undefined || loaded?.isComplete === false);

  /** Returns an earlier value that may be served instead of one that cannot be loaded. */
  const findStale = (key: string): Loaded<Value> | null => {
    const entry = get(key);
    const isUsable = entry?.loaded && entry.loaded.isComplete !== false && now() - entry.loadedAt < staleMs;
    return isUsable ? (entry.loaded ?? null) : null;
  };

  const load = async (key: string, start: () => Promise<Loaded<Value>>): Promise<Value> => {
    const startedAt = now();
    const fail = (failure: Partial<Entry<Value>>): Loaded<Value> | null => {
      const stale = findStale(key);
      if (stale) set(key, { loadedAt: get(key)?.loadedAt ?? startedAt, loaded: stale, retryAt: now() + retryMs });
      else if (failure.loaded) set(key, { loadedAt: now(), retryAt: now() + retryMs, ...failure });
      else if (failureMs > 0) set(key, { loadedAt: now(), retryAt: now() + failureMs, ...failure });
      return stale;
    };
    try {
      const loaded = await start();
      if (loaded.isComplete === false) return (fail({ loaded }) ?? loaded).value;
      set(key, { loaded, loadedAt: startedAt, retryAt: 0 });
      return loaded.value;
    } catch (error) {
      const stale = fail({ failure: { error } });
      if (stale) return stale.value;
      throw error;
    }
  };

  const loadOnce = (key: string, start: () => Promise<Loaded<Value>>): Promise<Value> => {
    const running = loading.get(key);
    if (running) return running;
    const started = load(key, start).finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  };

  return {
    find: async (key, start, onSource = () => {}) => {
      const serve = (value: Value, source: CacheSource) => {
        onSource(source);
        return value;
      };
      const entry = get(key);
      const isRetried = !entry || now() >= entry.retryAt;
      const age = entry ? now() - entry.loadedAt : 0;
      if (entry?.failure && !isRetried) throw entry.failure.error;
      if (entry?.loaded?.isComplete === false && !isRetried) return serve(entry.loaded.value, 'hit');
      const stale = findStale(key);
      if (stale && age < freshMs) return serve(stale.value, 'hit');
      if (stale && !isRetried) return serve(stale.value, 'stale');
      const loaded = loadOnce(key, start);
      const serveLoaded = async () => {
        const value = await loaded;
        return serve(value, stale?.value === value ? 'stale' : 'miss');
      };
      if (!stale) return serveLoaded();
      const serveStale = () => serve(stale.value, 'stale');
      if (age < revalidateMs) {
        loaded.catch(() => {});
        return serveStale();
      }
      return (await isSlow(loaded, waitMs)) ? serveStale() : serveLoaded();
    },
    isMissing: (key) => {
      const entry = get(key);
      return !loading.has(key) && !findStale(key) && !(entry && isPaused(entry));
    },
    getSize: () => [...stores.values()].reduce((sum, store) => sum + store.calculatedSize, 0),
  };
}

/** Reports whether work takes longer than a time. Never rejects. */
const isSlow = (work: Promise<unknown>, maxMs: number): Promise<boolean> =>
  withTimeout(work, maxMs).then(
    () => false,
    (error: unknown) => error instanceof TimeoutError,
  );
