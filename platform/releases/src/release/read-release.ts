import { sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';
import {
  getReleasePrefix,
  type PinnedRelease,
  parseRelease,
  type Release,
  type ReleaseId,
  releaseFile,
} from './release';

/** `release.json` is missing, malformed, or another one than the composition pins. */
export class UnreadableReleaseError extends Error {
  override name = 'UnreadableReleaseError';
}

/**
 * Reads the `release.json` of a release.
 *
 * @param id  With a `sha256`, the bytes must have that hash.
 * @throws {UnreadableReleaseError} When it is missing, malformed or has another hash. Errors of the store pass through.
 */
export async function readRelease(store: ReleaseStore, id: PinnedRelease): Promise<Release> {
  const key = getReleasePrefix(id) + releaseFile;
  const bytes = await readReleaseBytes(store, id);
  if (id.sha256 && sha256(bytes) !== id.sha256) {
    throw new UnreadableReleaseError(`${key} has other bytes than its composition says`);
  }
  try {
    return parseRelease(bytes, key);
  } catch (error) {
    throw new UnreadableReleaseError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a release. @returns Null when it is unreadable, such as one that gc removed. Errors of the store pass through. */
export async function readReleaseIfPresent(store: ReleaseStore, id: PinnedRelease): Promise<Release | null> {
  try {
    return await readRelease(store, id);
  } catch (error) {
    if (error instanceof UnreadableReleaseError) return null;
    throw error;
  }
}

/** Reads the bytes of `release.json`. @throws {UnreadableReleaseError} When it is missing. */
export async function readReleaseBytes(store: ReleaseStore, id: ReleaseId): Promise<Uint8Array> {
  const stored = await store.get(getReleasePrefix(id) + releaseFile);
  if (!stored) throw new UnreadableReleaseError(`${id.app}@${id.version} (${id.digest}) is not in the release store`);
  return stored.bytes;
}
