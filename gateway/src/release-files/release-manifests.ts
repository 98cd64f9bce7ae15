import type { PinnedRelease } from '@shop/releases/release/pinned-release';
import {
  getReleasePrefix,
  isSameRelease,
  parseRelease,
  type Release,
  type ReleaseId,
  releaseFile,
} from '@shop/releases/release/release';
import { sha256 } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { LRUCache } from 'lru-cache';

/** Files of a release by path, each with its size and integrity hash. */
export type ReleasedFiles = Release['files'];

/** The manifest of a release is malformed, or differs from the one that a composition was signed for. */
export class UntrustedManifestError extends Error {
  override name = 'UntrustedManifestError';
}

/** The files that each release must have. Signed compositions have the last word about the releases they name. */
export interface ReleaseManifests {
  /** Pins releases to the manifest hashes of a signed composition. A pinned release is served by that manifest only. */
  pin: (releases: readonly PinnedRelease[]) => void;
  /**
   * Adds manifests that a loaded composition has verified. A preview's manifest never replaces the one of a pinned release.
   *
   * @param source The kind of composition that named the releases.
   */
  addVerified: (releases: readonly Release[], source: 'live' | 'preview') => void;
  /**
   * Gets the files of a release. A release that no known composition names counts by the manifest in the store.
   *
   * @returns Null for a release that is not in the store.
   * @throws {UntrustedManifestError} When its manifest is malformed or has another hash than its pin.
   */
  getFiles: (id: ReleaseId) => Promise<ReleasedFiles | null>;
}

/** Manifests in each of the two caches. An evicted manifest is read again when a file of its release is requested. */
const maxManifests = 256;
/** Pinned releases: many times the number in the live composition and in the history that is searched for fallbacks. */
const maxPins = 10_000;

/** @see docs/decisions/0015 */
export function createReleaseManifests(store: ReleaseStore): ReleaseManifests {
  /** Hashes of manifests by release, from signed compositions that are live or were live. */
  const pins = new LRUCache<string, Set<string>>({ max: maxPins });
  /** Manifests that live compositions verified. */
  const verified = new LRUCache<string, ReleasedFiles>({ max: maxManifests });
  /** Manifests from previews and from the store: no signer of a live composition has vouched for them. */
  const unverified = new LRUCache<string, ReleasedFiles>({ max: maxManifests });

  const readFiles = async (id: ReleaseId): Promise<ReleasedFiles | null> => {
    const prefix = getReleasePrefix(id);
    const stored = await store.get(prefix + releaseFile);
    if (!stored) return null;
    const { files } = parseManifest(stored.bytes, id, pins.get(prefix));
    unverified.set(prefix, files);
    return files;
  };

  return {
    pin: (releases) => {
      for (const { sha256: hash, ...id } of releases) {
        if (!hash) continue;
        const prefix = getReleasePrefix(id);
        pins.set(prefix, (pins.get(prefix) ?? new Set()).add(hash));
        // A manifest that was read before its release was pinned is read and compared again.
        unverified.delete(prefix);
      }
    },
    addVerified: (releases, source) => {
      for (const release of releases) {
        const prefix = getReleasePrefix(release);
        if (source === 'live') verified.set(prefix, release.files);
        else if (!pins.has(prefix)) unverified.set(prefix, release.files);
      }
    },
    getFiles: async (id) => {
      const prefix = getReleasePrefix(id);
      return verified.get(prefix) ?? unverified.get(prefix) ?? (await readFiles(id));
    },
  };
}

function parseManifest(bytes: Uint8Array, id: ReleaseId, pinned: ReadonlySet<string> | undefined): Release {
  const key = getReleasePrefix(id) + releaseFile;
  if (pinned && !pinned.has(sha256(bytes))) {
    throw new UntrustedManifestError(`${key} has other bytes than the signed compositions of its release say`);
  }
  let release: Release;
  try {
    release = parseRelease(bytes, key);
  } catch (error) {
    throw new UntrustedManifestError(error instanceof Error ? error.message : String(error));
  }
  if (!isSameRelease(release, id)) throw new UntrustedManifestError(`${key} is the manifest of another release`);
  return release;
}
