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
import { forgetOldest } from '../http/forget-oldest';

/** Files of a release by path, each with the hash it must have. */
export type ReleasedFiles = Release['files'];

/** The description of a release cannot be what it must be; the message is one sentence. */
export class UntrustedManifestError extends Error {}

/** What the files of releases must be, by the word of signed compositions as far as there is one. */
export interface ReleaseManifests {
  /** Takes the hashes that a signed composition gives to the descriptions of its releases. */
  pin: (releases: readonly PinnedRelease[]) => void;
  /** Takes the descriptions of a composition that was read whole. A preview's never stand in for one that is pinned. */
  know: (releases: readonly Release[], composition: 'live' | 'preview') => void;
  /**
   * What the files of a release must be. One that no known composition names counts by its own description.
   *
   * @returns Null for a release that is not in the store.
   * @throws {UntrustedManifestError} When its description is malformed or is not the one that is signed for.
   */
  filesOf: (id: ReleaseId) => Promise<ReleasedFiles | null>;
}

/** Descriptions kept of each kind; the oldest goes first, and is read again when it is asked for. */
const keptDescriptions = 256;
/** Releases whose pins are kept, the oldest goes first: many times what is live and what history is looked through for. */
const keptPins = 10_000;

/** @see docs/decisions/0015 */
export function createReleaseManifests(store: ReleaseStore): ReleaseManifests {
  /** By signed compositions that are or were live. */
  const pins = new Map<string, Set<string>>();
  const live = new Map<string, ReleasedFiles>();
  /** By previews, and by what stands in the store: nobody who may make something live has vouched for those. */
  const others = new Map<string, ReleasedFiles>();

  const keep = (kept: Map<string, ReleasedFiles>, prefix: string, files: ReleasedFiles) => {
    kept.delete(prefix);
    kept.set(prefix, files);
    forgetOldest(kept, keptDescriptions);
  };

  const readFiles = async (id: ReleaseId): Promise<ReleasedFiles | null> => {
    const prefix = getReleasePrefix(id);
    const stored = await store.get(prefix + releaseFile);
    if (!stored) return null;
    const { files } = readDescription(stored.bytes, id, pins.get(prefix));
    keep(others, prefix, files);
    return files;
  };

  return {
    pin: (releases) => {
      for (const { sha256: hash, ...id } of releases) {
        if (!hash) continue;
        const prefix = getReleasePrefix(id);
        const hashes = pins.get(prefix) ?? new Set();
        pins.delete(prefix);
        pins.set(prefix, hashes.add(hash));
        // What was read before anybody had signed for it is read again.
        others.delete(prefix);
      }
      forgetOldest(pins, keptPins);
    },
    know: (releases, composition) => {
      for (const release of releases) {
        const prefix = getReleasePrefix(release);
        if (composition === 'live') keep(live, prefix, release.files);
        else if (!pins.has(prefix)) keep(others, prefix, release.files);
      }
    },
    filesOf: async (id) => {
      const prefix = getReleasePrefix(id);
      return live.get(prefix) ?? others.get(prefix) ?? (await readFiles(id));
    },
  };
}

function readDescription(bytes: Uint8Array, id: ReleaseId, pinned: ReadonlySet<string> | undefined): Release {
  const key = getReleasePrefix(id) + releaseFile;
  if (pinned && !pinned.has(sha256(bytes))) {
    throw new UntrustedManifestError(`${key} has other bytes than the signed compositions of its release say`);
  }
  try {
    const release = parseRelease(bytes, key);
    if (isSameRelease(release, id)) return release;
  } catch (error) {
    throw new UntrustedManifestError(error instanceof Error ? error.message : String(error));
  }
  throw new UntrustedManifestError(`${key} describes another release: it was put in its place`);
}
