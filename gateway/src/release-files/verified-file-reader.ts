import { hasPublishedBytes, hasPublishedBytesInBrotli, type PublishedFile } from '@shop/releases/release/integrity';
import { getReleasePrefix, type ReleaseId } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { type ReleaseManifests, UntrustedManifestError } from './release-manifests';

/** Bytes of released files kept in memory. */
const cacheLimit = 96 * 1024 * 1024;
/** Bytes that a file may have to be served in brotli: a small file in the store must not fill the memory. */
const decompressedLimit = 32 * 1024 * 1024;
/** Troubles remembered, so that each is told once. */
const rememberedTroubles = 256;

export type FileEncoding = 'br' | 'identity';

export interface VerifiedFileReaderOptions {
  store: ReleaseStore;
  releases: ReleaseManifests;
  /** Told once about each file or description with other bytes than it must have. */
  onError: (error: unknown) => void;
}

/**
 * Reads a file of a release as it was published.
 *
 * @returns Null when there is no such file in that encoding, or the store's has other bytes than its release lists.
 * @throws When the store cannot be read.
 */
export type ReadReleaseFile = (id: ReleaseId, file: string, encoding: FileEncoding) => Promise<Uint8Array | null>;

/**
 * Reads released files through a memory of limited size; the oldest goes first. Each is compared with its release's hash
 * when it is read from the store: whoever can write there, but not sign, cannot change what shoppers get.
 */
export function createVerifiedFileReader({ store, releases, onError }: VerifiedFileReaderOptions): ReadReleaseFile {
  const cache = new Map<string, { bytes: Uint8Array; integrity: string }>();
  const reading = new Map<string, Promise<Uint8Array | null>>();
  const told = new Set<string>();
  let size = 0;

  const tellOnce = (error: Error) => {
    if (told.has(error.message)) return;
    if (told.size >= rememberedTroubles) told.clear();
    told.add(error.message);
    onError(error);
  };

  const forget = (key: string) => {
    size -= cache.get(key)?.bytes.length ?? 0;
    cache.delete(key);
  };

  const keep = (key: string, bytes: Uint8Array, integrity: string) => {
    forget(key);
    cache.set(key, { bytes, integrity });
    size += bytes.length;
    for (const oldest of cache.keys()) {
      if (size <= cacheLimit) break;
      forget(oldest);
    }
  };

  const filesOf = async (id: ReleaseId) => {
    try {
      return await releases.filesOf(id);
    } catch (error) {
      if (!(error instanceof UntrustedManifestError)) throw error;
      tellOnce(error);
      return null;
    }
  };

  const readVerified = async (key: string, expected: PublishedFile, encoding: FileEncoding) => {
    const stored = await store.get(key);
    if (!stored) return null;
    const isGood = encoding === 'br' ? hasPublishedBytesInBrotli : hasPublishedBytes;
    if (!(await isGood(stored.bytes, expected))) {
      tellOnce(new Error(`${key} has other bytes than its release says`));
      return null;
    }
    keep(key, stored.bytes, expected.integrity);
    return stored.bytes;
  };

  return async (id, file, encoding) => {
    const files = await filesOf(id);
    const expected = files && Object.hasOwn(files, file) ? files[file] : undefined;
    if (!expected || (encoding === 'br' && expected.size > decompressedLimit)) return null;
    const key = `${getReleasePrefix(id)}${file}${encoding === 'br' ? '.br' : ''}`;
    const known = cache.get(key);
    // A release may have been read before somebody signed for other bytes.
    if (known?.integrity === expected.integrity) return known.bytes;
    // Whoever asks meanwhile waits for the same reading.
    const question = `${key} ${expected.integrity}`;
    const work = reading.get(question) ?? readVerified(key, expected, encoding).finally(() => reading.delete(question));
    reading.set(question, work);
    return work;
  };
}
