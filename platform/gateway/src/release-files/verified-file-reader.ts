import { hasPublishedBytes, hasPublishedBytesInBrotli, type PublishedFile } from '@shop/releases/release/integrity';
import { getReleasePrefix, type ReleaseId } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { LRUCache } from 'lru-cache';
import { throttleErrors } from '../http/throttle-errors';
import { type ReleaseManifests, UntrustedManifestError } from './release-manifests';

/** Bytes of released files in memory. */
const maxCachedBytes = 96 * 1024 * 1024;

export type FileEncoding = 'br' | 'identity';

export interface VerifiedFileReaderOptions {
  store: ReleaseStore;
  manifests: ReleaseManifests;
  /** Receives the error of each file or manifest whose bytes differ from what was published, once a minute at most. */
  onError: (error: unknown) => void;
}

/** A file that a signed document vouches for. */
export interface VerifiedFile {
  bytes: Uint8Array;
  /** False for a file of a release that only a preview names: no shared cache may store it. */
  isPublic: boolean;
}

/**
 * Reads a file of a release and compares it with the release's signed manifest.
 *
 * @param previewHash Hash of the manifest in the visitor's preview, if the preview names the release.
 * @returns Null when no signed document names the release, when it has no such file in that encoding, or when the stored bytes
 *   differ from the manifest.
 * @throws When the store cannot be read.
 */
export type ReadReleaseFile = (
  id: ReleaseId,
  file: string,
  encoding: FileEncoding,
  previewHash?: string,
) => Promise<VerifiedFile | null>;

/**
 * Creates a reader of released files with a cache in memory. The reader verifies each file when it reads it from the store:
 * an attacker who can write to the store but cannot sign can neither change nor add what shoppers get.
 */
export function createVerifiedFileReader({ store, manifests, onError }: VerifiedFileReaderOptions): ReadReleaseFile {
  const report = throttleErrors(onError);

  const getManifest = async (id: ReleaseId, previewHash?: string) => {
    try {
      return await manifests.get(id, previewHash);
    } catch (error) {
      if (!(error instanceof UntrustedManifestError)) throw error;
      report(error);
      return null;
    }
  };

  /** Files by key and integrity, which differs when the release was pinned to another manifest. Concurrent requests share a read. */
  const cache = new LRUCache<string, Uint8Array, { key: string; expected: PublishedFile; encoding: FileEncoding }>({
    maxSize: maxCachedBytes,
    // The cache rejects a size of 0, which an empty file has.
    sizeCalculation: ({ length }) => Math.max(length, 1),
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { key, expected, encoding } }) => {
      const stored = await store.get(key);
      if (!stored) return undefined;
      const matches = encoding === 'br' ? hasPublishedBytesInBrotli : hasPublishedBytes;
      if (await matches(stored.bytes, expected)) return stored.bytes;
      report(new Error(`${key} has other bytes than its release says`));
      return undefined;
    },
  });

  return async (id, file, encoding, previewHash) => {
    const manifest = await getManifest(id, previewHash);
    const expected = manifest && Object.hasOwn(manifest.files, file) ? manifest.files[file] : undefined;
    if (!expected) return null;
    const key = `${getReleasePrefix(id)}${file}${encoding === 'br' ? '.br' : ''}`;
    const bytes = await cache.fetch(`${key} ${expected.integrity}`, { context: { key, expected, encoding } });
    return bytes ? { bytes, isPublic: manifest?.isPublic === true } : null;
  };
}
