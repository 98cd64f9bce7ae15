import type {
  ComposedApp,
  ComposedRemote,
  Composition,
  PreloadFile,
  RemoteVersion,
} from '@shop/remote-contract/composition';
import { readRelease } from '../release/read-release';
import { getIntegrity, getReleasePrefix, type Release, type ReleaseId } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';

/** Finds the previous version of a release's app: the last one that was live and was not rolled back. */
export type FindPreviousVersion = (release: ReleaseId) => ReleaseId | undefined;

/** A composition as documents carry it, with its releases. */
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
    ...(release.styles && { styles: release.styles.map((file) => toPreload(release, file)) }),
    ...(release.languages && { languages: release.languages }),
  };
}

function composeVersion(release: Release): RemoteVersion {
  const { global, connect } = release;
  return { ...composeApp(release), global, ...(connect && { connect }) };
}

function composeRemote(release: Release, shell: Release, previous: Release | null): ComposedRemote {
  const composeFiles = ({
    files,
    styles,
    lazyShared,
  }: Pick<Release['paths'][string], 'files' | 'styles' | 'lazyShared'>) => {
    const shellFiles = new Set(lazyShared.flatMap((key) => shell.provides[key]?.files ?? []));
    return {
      preloads: [
        ...files.map((file) => toPreload(release, file)),
        ...[...shellFiles].map((file) => toPreload(shell, file)),
      ],
      ...(styles && { styles: styles.map((file) => toPreload(release, file)) }),
    };
  };
  const paths = Object.entries(release.paths).map(([id, { files, styles, lazyShared, ...path }]) => {
    return { id, ...path, ...composeFiles({ files, lazyShared, ...(styles && { styles }) }) };
  });
  const slots = Object.entries(release.slots ?? {}).map(([name, slot]) => {
    return { name, order: slot.order, ...composeFiles(slot) };
  });
  const links = Object.entries(release.links ?? {}).flatMap(([slot, added]) =>
    added.map((link) => ({ slot, ...link })),
  );
  return {
    ...composeVersion(release),
    paths,
    ...(slots.length > 0 && { slots }),
    ...(links.length > 0 && { links }),
    ...(previous && { previous: composeVersion(previous) }),
  };
}

/**
 * Builds the composition that documents carry.
 *
 * @param remotes  Each with the release that a page may fall back to; null: there is none.
 */
export const composeReleases = (
  { seq, env }: Pick<Composition, 'seq' | 'env'>,
  shell: Release,
  remotes: readonly { release: Release; previous: Release | null }[],
): Composition => ({
  seq,
  env,
  shell: composeApp(shell),
  remotes: remotes.map(({ release, previous }) => composeRemote(release, shell, previous)),
});

/**
 * Reads the releases of a composition and builds the composition that documents carry.
 *
 * @param findPrevious  Finds the release that a page may fall back to. Absent: there is no fallback.
 * @param onFallbackError  Receives a fallback release that cannot be read, and the error. Its remote then has no fallback.
 * @param readFallback  Reads a fallback release. Default: from the store, however long that takes.
 * @throws {UnreadableReleaseError} When a release of the composition cannot be read.
 */
export async function resolveComposition(
  store: ReleaseStore,
  pinned: PinnedComposition,
  findPrevious: FindPreviousVersion = () => undefined,
  onFallbackError: (fallback: ReleaseId, error: unknown) => void = () => {},
  readFallback: (id: ReleaseId) => Promise<Release> = (id) => readRelease(store, id),
): Promise<ResolvedComposition> {
  /** Reads the release that a page may fall back to. Null when there is none, or it cannot be read. */
  const readPrevious = async (id: ReleaseId | undefined): Promise<Release | null> => {
    if (!id) return null;
    try {
      return await readFallback(id);
    } catch (error) {
      onFallbackError(id, error);
      return null;
    }
  };
  const shell = await readRelease(store, pinned.shell);
  const remotes = await Promise.all(
    pinned.remotes.map(async (id) => {
      const [release, previous] = await Promise.all([readRelease(store, id), readPrevious(findPrevious(id))]);
      return { release, previous };
    }),
  );
  return {
    composition: composeReleases(pinned, shell, remotes),
    shellRelease: shell,
    remoteReleases: remotes.map(({ release }) => release),
  };
}
