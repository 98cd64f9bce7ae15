import { getHeadKey } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { getStatePath, type Remembered } from './state-file';

/** What HEAD led to when it was last good: HEAD, compositions, descriptions of releases, the shells' Node builds. */
export interface GoodReading {
  head: Uint8Array;
  /** Keys of everything else that documents are made of. */
  parts: readonly string[];
  /** Those of them that were just read; the others are here already. */
  fresh: ReadonlyMap<string, Uint8Array>;
}

/** The last good composition on this machine's disk, for a gateway that starts while the release store is out of reach. */
export interface CompositionCache {
  /** Where it is. */
  folder: string;
  /** Laid out as the release store is; what is read from it is checked as what is read from there. */
  store: ReleaseStore;
  isThere: () => Promise<boolean>;
  /** Keeps a reading in the place of the one before. Never rejects. */
  keep: (reading: GoodReading, from: ReleaseStore) => Promise<void>;
}

export interface CompositionCacheOptions extends Remembered {
  /** Told when the folder cannot be written: the gateway serves all the same. */
  onError: (sentence: string) => void;
}

/** @see docs/decisions/0009 */
export function createCompositionCache({ onError, ...remembered }: CompositionCacheOptions): CompositionCache {
  const { env } = remembered;
  const folder = getStatePath('kept', remembered);
  const kept = createFileSystemStore(folder);

  const write = async (key: string, bytes: Uint8Array | undefined, from: ReleaseStore) => {
    const before = await kept.get(key);
    if (before && !bytes) return;
    const wanted = bytes ?? (await from.get(key))?.bytes;
    if (!wanted) throw new Error(`${key} is missing from the release store`);
    if (before && Buffer.compare(before.bytes, wanted) === 0) return;
    await kept.compareAndSwap(key, wanted, before?.tag ?? null);
  };

  return {
    folder,
    store: kept,
    isThere: async () => (await kept.get(getHeadKey(env)).catch(() => null)) !== null,
    keep: async ({ head, parts, fresh }, from) => {
      try {
        for (const key of parts) await write(key, fresh.get(key), from);
        await write(getHeadKey(env), head, from);
        const needed = new Set([getHeadKey(env), ...parts]);
        for (const key of [...(await kept.list('env/')), ...(await kept.list('r/'))]) {
          if (!needed.has(key)) await kept.remove(key);
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        onError(`${folder} cannot keep what is live for a restart without the release store: ${reason}.`);
      }
    },
  };
}

/** A release store, and what was read through it. */
export function createRecordingStore(store: ReleaseStore): { store: ReleaseStore; read: Map<string, Uint8Array> } {
  const read = new Map<string, Uint8Array>();
  const get: ReleaseStore['get'] = async (key) => {
    const found = await store.get(key);
    if (found) read.set(key, found.bytes);
    return found;
  };
  return { store: { ...store, get }, read };
}

/**
 * A release store that is opened by the first call that reaches it.
 *
 * @param open Rejects while it is out of reach; then the next call tries again.
 */
export function createLazyStore(open: () => Promise<ReleaseStore>): ReleaseStore {
  let opening: Promise<ReleaseStore> | null = null;
  const reach = () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    get: async (key) => (await reach()).get(key),
    putIfAbsent: async (key, bytes) => (await reach()).putIfAbsent(key, bytes),
    compareAndSwap: async (key, bytes, tag) => (await reach()).compareAndSwap(key, bytes, tag),
    list: async (prefix) => (await reach()).list(prefix),
    remove: async (key) => (await reach()).remove(key),
  };
}
