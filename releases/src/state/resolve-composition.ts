import type {
  ComposedApp,
  ComposedRemote,
  Composition,
  PreloadFile,
  RemoteVersion,
} from '@shop/remote-contract/composition';
import type { FindPreviousVersion } from '../history/previous-version';
import { readRelease } from '../release/read-release';
import { getIntegrity, getReleasePrefix, type Release, type ReleaseId } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';

/** A composition with the releases it is made of. */
export interface ResolvedComposition {
  composition: Composition;
  shellRelease: Release;
  remoteReleases: Release[];
}

const getBaseUrl = (release: Release) => `/${getReleasePrefix(release)}`;

function toPreload(release: Release, file: string): PreloadFile {
  return { url: getBaseUrl(release) + file, integrity: getIntegrity(release, file) };
}

function composeApp(release: Release): ComposedApp {
  return {
    name: release.app,
    version: release.version,
    digest: release.digest,
    base: getBaseUrl(release),
    entry: { path: release.entry, integrity: getIntegrity(release, release.entry) },
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
  set: PinnedComposition,
  findPrevious: FindPreviousVersion = () => undefined,
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
