import { sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedRelease } from './pinned-release';
import { getReleasePrefix, parseRelease, type Release, type ReleaseId, releaseFile } from './release';

/** The description of a release is missing, malformed, or not the one that a composition was made with: one sentence. */
export class UnreadableReleaseError extends Error {}

/**
 * Reads what a release is made of.
 *
 * @throws {UnreadableReleaseError}, or whatever the store does when it cannot be reached.
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

export async function readReleaseBytes(store: ReleaseStore, id: ReleaseId): Promise<Uint8Array> {
  const stored = await store.get(getReleasePrefix(id) + releaseFile);
  if (!stored) throw new UnreadableReleaseError(`${id.app}@${id.version} (${id.digest}) is not in the release store`);
  return stored.bytes;
}
