import {
  getReleasePrefix,
  isSameRelease,
  type PinnedRelease,
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

/** The manifest of a release is malformed, or has another hash than a signed document says. */
export class UntrustedManifestError extends Error {
  override name = 'UntrustedManifestError';
}

/** A manifest that a signed document vouches for. */
export interface SignedManifest {
  files: ReleasedFiles;
  /** False when only a preview names the release: its files are for visitors with the link. */
  isPublic: boolean;
}

/** The files that a gateway may serve: those in manifests whose hashes are in signed documents. */
export interface ReleaseManifests {
  /** Pins releases to the manifest hashes of a signed composition. A pinned release is served by that manifest only. */
  pin: (releases: readonly PinnedRelease[]) => void;
  /** Adds manifests that a composition of HEAD has verified. */
  addVerified: (releases: readonly Release[]) => void;
  /**
   * Gets the manifest of a release.
   *
   * @param previewHash SHA-256 of the manifest in hex, from a signed preview of the visitor. Signed compositions win over it.
   * @returns Null for a release that is not in the store, and for one that no signed document names.
   * @throws {UntrustedManifestError} When its manifest is malformed or has another hash than the signed documents say.
   */
  get: (id: ReleaseId, previewHash?: string) => Promise<SignedManifest | null>;
}

/** Manifests in the cache. An evicted manifest is read again when a file of its release is requested. */
const maxManifests = 256;
/** Pinned releases: many times the number in the compositions of a year. */
const maxPins = 10_000;

/**
 * @param searchHistory Pins the releases of all signed compositions of the environment's history. Called for a release that is not
 *   pinned.
 * @see docs/decisions/0009
 */
export function createReleaseManifests(store: ReleaseStore, searchHistory: () => Promise<void>): ReleaseManifests {
  /** Hashes of manifests by release, from signed compositions that are live or were live. */
  const pins = new LRUCache<string, ReadonlySet<string>>({ max: maxPins });
  /** Manifests that compositions of HEAD verified. */
  const verified = new LRUCache<string, ReleasedFiles>({ max: maxManifests });
  /** Manifests that were read for a pin or a preview, by release and hash. */
  const read = new LRUCache<string, ReleasedFiles>({ max: maxManifests });

  const readSigned = async (id: ReleaseId, hashes: ReadonlySet<string>): Promise<ReleasedFiles | null> => {
    const prefix = getReleasePrefix(id);
    for (const hash of hashes) {
      const known = read.get(`${prefix} ${hash}`);
      if (known) return known;
    }
    const stored = await store.get(prefix + releaseFile);
    if (!stored) return null;
    const hash = sha256(stored.bytes);
    if (!hashes.has(hash)) {
      throw new UntrustedManifestError(
        `${prefix}${releaseFile} has other bytes than the signed compositions of its release say`,
      );
    }
    const { files } = parseManifest(stored.bytes, id);
    read.set(`${prefix} ${hash}`, files);
    return files;
  };

  return {
    pin: (releases) => {
      for (const { sha256: hash, ...id } of releases) {
        if (!hash) continue;
        const prefix = getReleasePrefix(id);
        pins.set(prefix, new Set([...(pins.get(prefix) ?? []), hash]));
      }
    },
    addVerified: (releases) => {
      for (const release of releases) verified.set(getReleasePrefix(release), release.files);
    },
    get: async (id, previewHash) => {
      const prefix = getReleasePrefix(id);
      const known = verified.get(prefix);
      if (known) return { files: known, isPublic: true };
      if (!pins.has(prefix) && previewHash === undefined) await searchHistory();
      const hashes = pins.get(prefix) ?? (previewHash === undefined ? null : new Set([previewHash]));
      const files = hashes && (await readSigned(id, hashes));
      return files && { files, isPublic: pins.has(prefix) };
    },
  };
}

/**
 * Creates manifests that count as they are in the store. Only for a gateway that serves no visitors, such as that of the smoke
 * test: its composition is not signed yet.
 */
export function createUnsignedManifests(store: ReleaseStore): ReleaseManifests {
  return {
    pin: () => {},
    addVerified: () => {},
    get: async (id) => {
      const stored = await store.get(getReleasePrefix(id) + releaseFile);
      return stored && { files: parseManifest(stored.bytes, id).files, isPublic: true };
    },
  };
}

function parseManifest(bytes: Uint8Array, id: ReleaseId): Release {
  const key = getReleasePrefix(id) + releaseFile;
  let release: Release;
  try {
    release = parseRelease(bytes, key);
  } catch (error) {
    throw new UntrustedManifestError(error instanceof Error ? error.message : String(error));
  }
  if (!isSameRelease(release, id)) throw new UntrustedManifestError(`${key} is the manifest of another release`);
  return release;
}
