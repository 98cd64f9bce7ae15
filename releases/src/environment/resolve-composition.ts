import type {
  ComposedApp,
  ComposedRemote,
  Composition,
  PreloadFile,
  RemoteVersion,
} from '@shop/remote-contract/composition';
import {
  integrityOf,
  parseRelease,
  type Release,
  type ReleaseId,
  releaseFile,
  releasePrefix,
} from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { type CompositionSet, type PinnedRelease, sha256 } from './composition-set';
import type { FindPrevious } from './version-history';

/** A composition with the releases it is made of. */
export interface ResolvedComposition {
  composition: Composition;
  shellRelease: Release;
  remoteReleases: Release[];
}

/** The description of a release is missing, malformed, or not the one that a composition was made with: one sentence. */
export class UnreadableRelease extends Error {}

/**
 * Reads what a release is made of.
 *
 * @throws {UnreadableRelease}, or whatever the store does when it cannot be reached.
 */
export async function readRelease(store: ReleaseStore, id: PinnedRelease): Promise<Release> {
  const key = releasePrefix(id) + releaseFile;
  const bytes = await readReleaseFile(store, id);
  if (id.sha256 && sha256(bytes) !== id.sha256) {
    throw new UnreadableRelease(`${key} has other bytes than its composition says`);
  }
  try {
    return parseRelease(bytes, key);
  } catch (error) {
    throw new UnreadableRelease(error instanceof Error ? error.message : String(error));
  }
}

async function readReleaseFile(store: ReleaseStore, id: ReleaseId): Promise<Uint8Array> {
  const stored = await store.get(releasePrefix(id) + releaseFile);
  if (!stored) throw new UnreadableRelease(`${id.app}@${id.version} (${id.digest}) is not in the release store`);
  return stored.bytes;
}

/**
 * Writes into a composition what the descriptions of its releases are now. From then on nobody who can write to the store,
 * but not sign, can change what it is made of.
 *
 * @throws When a release is not in the store.
 */
export async function pinReleases<Set extends Pick<CompositionSet, 'shell' | 'remotes'>>(
  store: ReleaseStore,
  composition: Set,
): Promise<Set> {
  const pin = async (id: PinnedRelease): Promise<PinnedRelease> =>
    id.sha256 ? id : { ...id, sha256: sha256(await readReleaseFile(store, id)) };
  const [shell, remotes] = await Promise.all([pin(composition.shell), Promise.all(composition.remotes.map(pin))]);
  return { ...composition, shell, remotes };
}

const baseOf = (release: Release) => `/${releasePrefix(release)}`;

function toPreload(release: Release, file: string): PreloadFile {
  return { url: baseOf(release) + file, integrity: integrityOf(release, file) };
}

function composeApp(release: Release): ComposedApp {
  return {
    name: release.app,
    version: release.version,
    digest: release.digest,
    base: baseOf(release),
    entry: { path: release.entry, integrity: integrityOf(release, release.entry) },
  };
}

function composeVersion(release: Release): RemoteVersion {
  if (!release.global) throw new Error(`${release.app}@${release.version} names no global: it is no remote`);
  return { ...composeApp(release), global: release.global };
}

function composeRemote(release: Release, shell: Release, previous: Release | null): ComposedRemote {
  const paths = Object.entries(release.paths).map(([id, { files, lazyShared, firstLoad: _, ...path }]) => {
    const shellFiles = new Set(lazyShared.flatMap((key) => shell.provides[key]?.files ?? []));
    return {
      id,
      ...path,
      preloads: [
        ...files.map((file) => toPreload(release, file)),
        ...[...shellFiles].map((file) => toPreload(shell, file)),
      ],
    };
  });
  return { ...composeVersion(release), paths, ...(previous ? { previous: composeVersion(previous) } : {}) };
}

/** The release a page may fall back to; null when there is none, or it is no longer in the store. */
async function readPrevious(store: ReleaseStore, id: ReleaseId | undefined): Promise<Release | null> {
  return id ? readRelease(store, id).catch(() => null) : null;
}

/**
 * Reads the releases of a set and puts together what a document needs to know of them.
 *
 * @param findPrevious Which version of a remote a page may fall back to; left out, there is none.
 */
export async function resolveComposition(
  store: ReleaseStore,
  set: CompositionSet,
  findPrevious: FindPrevious = () => undefined,
): Promise<ResolvedComposition> {
  const shell = await readRelease(store, set.shell);
  const remotes = await Promise.all(
    set.remotes.map(async (id) => {
      const [release, previous] = await Promise.all([readRelease(store, id), readPrevious(store, findPrevious(id))]);
      return { release, composed: composeRemote(release, shell, previous) };
    }),
  );
  return {
    composition: {
      seq: set.seq,
      env: set.env,
      shell: composeApp(shell),
      remotes: remotes.map(({ composed }) => composed),
    },
    shellRelease: shell,
    remoteReleases: remotes.map(({ release }) => release),
  };
}
