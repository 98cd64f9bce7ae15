import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { withTimeout } from '../http/with-timeout';
import { getStatePath, type StateOwner } from './state-file';

/** Everything that the gateway read from the release store to serve a HEAD. */
export interface CompositionSnapshot {
  head: Uint8Array;
  /** Keys of all other objects: compositions, manifests, Node builds of shells. */
  keys: readonly string[];
  /** Keys of objects without which the compositions are served too: the code that renders pages. */
  optionalKeys: readonly string[];
  /** Bytes of the objects that were just read. The cache already has the others. */
  bytesByKey: ReadonlyMap<string, Uint8Array>;
  /** Whether a released file has the bytes that its release lists. True for any other object. */
  isIntact: (key: string, bytes: Uint8Array) => boolean;
}

export type CompositionCache = ReturnType<typeof createCompositionCache>;

export interface CompositionCacheOptions extends StateOwner {
  /** Receives a message when the folder cannot be written, or lacks files of pages. The gateway serves without the cache. */
  onError: (message: string) => void;
}

/** Milliseconds that the read of an object may take without which a start fails, as in a renderer. Later snapshots wait for it. */
const maxReadMs = 30_000;
/** Milliseconds that the read of a file of pages may take. */
const maxPageReadMs = 5000;

/**
 * Creates the cache of the last served composition on this machine's disk, for a start while the release store cannot be reached.
 *
 * @see docs/decisions/0009
 */
export function createCompositionCache({ onError, ...owner }: CompositionCacheOptions) {
  const headKey = getHeadKey(owner.env);
  const folder = getStatePath('composition-cache', owner);
  const store = createFileSystemStore(folder);

  const report = (problem: string, error: unknown) =>
    onError(`${folder} ${problem}: ${error instanceof Error ? error.message : String(error)}.`);

  const write = async (
    key: string,
    bytes: Uint8Array | undefined,
    source: ReleaseStore,
    isIntact: CompositionSnapshot['isIntact'],
    maxMs = maxReadMs,
  ) => {
    const cached = await store.get(key);
    if (cached && !bytes && isIntact(key, cached.bytes)) return;
    const wanted = bytes ?? (await withTimeout(source.get(key), maxMs))?.bytes;
    if (!wanted) throw new Error(`${key} is missing from the release store`);
    if (cached && Buffer.compare(cached.bytes, wanted) === 0) return;
    await store.compareAndSwap(key, wanted, cached?.tag ?? null);
  };

  /** Writes the files of pages. @returns The first error. Undefined when all files are written. */
  const writePageFiles = async ({ optionalKeys, isIntact }: CompositionSnapshot, source: ReleaseStore) => {
    const keys = [...new Set(optionalKeys)];
    const results = await Promise.allSettled(keys.map((key) => write(key, undefined, source, isIntact, maxPageReadMs)));
    return results.find((result) => result.status === 'rejected')?.reason;
  };

  return {
    folder,
    /** The cache, with the release store's layout. Everything read from it is verified like a read from the release store. */
    store,
    hasSnapshot: async () => (await store.get(headKey).catch(() => null)) !== null,
    /** Replaces the snapshot. Never rejects. @returns False when the snapshot is not complete. */
    save: async (snapshot: CompositionSnapshot, source: ReleaseStore): Promise<boolean> => {
      const { head, keys, optionalKeys, bytesByKey, isIntact } = snapshot;
      try {
        for (const key of keys) await write(key, bytesByKey.get(key), source, isIntact);
        await write(headKey, head, source, isIntact);
        const pageError = await writePageFiles(snapshot, source);
        if (pageError !== undefined) {
          report(
            'lacks files of pages, so browsers would render them after a restart without the release store',
            pageError,
          );
        }
        const needed = new Set([headKey, ...keys, ...optionalKeys]);
        for (const key of [...(await store.list('env/')), ...(await store.list('r/'))]) {
          if (!needed.has(key)) await store.remove(key);
        }
        return pageError === undefined;
      } catch (error) {
        report('cannot be written, so a restart without the release store would serve nothing', error);
        return false;
      }
    },
  };
}
