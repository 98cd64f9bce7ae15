import type { FindPreviousVersion } from '@shop/releases/history/previous-version';
import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import { getReleasePrefix, isSameRelease, type ReleaseId } from '@shop/releases/release/release';
import type { NodeBundle } from '@shop/releases/runtime/load-node-bundle';
import type { TrustedKeys } from '@shop/releases/signing/signed-document';
import { readComposition } from '@shop/releases/state/composition';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { listPageFiles } from '../page-rendering/page-code';
import type { PagePools } from '../page-rendering/page-pools';
import type { ReleaseManifests } from '../release-files/release-manifests';
import type { ShellRenderer } from '../rendering/shell-renderer';
import type { ShellRenderers } from '../rendering/shell-renderers';
import { restoreFallbacks } from './fallback-versions';
import { type LiveComposition, loadComposition } from './load-composition';
import { createRecordingStore } from './store-wrappers/recording-store';

/** A composition that is served, and the objects of the release store that it was read from. */
export interface LoadedComposition {
  /** Key of the composition in the release store. */
  key: string;
  composition: LiveComposition;
  /** Keys of all objects that it was read from. */
  keys: string[];
  /** Keys of the files that only its pages need. */
  pageKeys: string[];
  /** Bytes of those objects, until the composition cache has them. */
  bytesByKey?: ReadonlyMap<string, Uint8Array>;
  /** The transient error that leaves a remote without its fallback version. A later load may find it. */
  fallbackError?: Error;
}

/** The history of an environment, from which the loader takes fallback versions. */
export interface History {
  /** Null when the history could not be read. Then remotes keep the fallbacks that they are served with. */
  findPrevious: FindPreviousVersion | null;
  /** Present when the history could not be read now and may be readable later. */
  transientError?: unknown;
}

export interface LoadRequest {
  /** The release store, or the composition cache. */
  source: ReleaseStore;
  ref: DocumentRef;
  /** Without a history remotes have no fallback version. */
  history?: History | undefined;
  /** Compositions that the gateway serves now. Their running shells and known fallbacks are used again. */
  served: readonly LoadedComposition[];
  /** Compositions that the gateway served before and whose shells still run. Their shells are used again. */
  retired: readonly LoadedComposition[];
}

export interface CompositionLoaderOptions {
  trusted: TrustedKeys;
  renderers: ShellRenderers;
  /** Opens the pools that render pages. Absent: browsers render all pages. */
  pagePools?: PagePools | undefined;
  /** Receives the manifests of each composition that was loaded. */
  manifests?: ReleaseManifests | undefined;
  /** Receives the error of each fallback version that could not be read and that is not retried. */
  onError: (error: unknown) => void;
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Creates a function that loads compositions that HEAD names.
 *
 * @returns A function that rejects when the composition or one of its releases is missing, changed or cannot be read. A
 *   fallback version that cannot be read is restored from the served compositions if they have it.
 */
export function createCompositionLoader({
  trusted,
  renderers,
  pagePools,
  manifests,
  onError,
}: CompositionLoaderOptions): (request: LoadRequest) => Promise<LoadedComposition> {
  return async ({ source, ref, history, served, retired }) => {
    const { store, reads } = createRecordingStore(source);
    const pinned = await readComposition(store, ref, trusted);
    const running = [...served, ...retired].find(({ composition: { composition } }) => {
      const { name: app, version, digest } = composition.shell;
      return isSameRelease({ app, version, digest }, pinned.shell);
    });
    let pageKeys: string[] = [];
    const unreadable: { release: ReleaseId; error: unknown }[] = [];
    const { composition: resolved, ...code } = await loadComposition(store, pinned, {
      ...(history?.findPrevious ? { findPrevious: history.findPrevious } : {}),
      onFallbackError: (release, error) => unreadable.push({ release, error }),
      onReleases: (releases) => manifests?.addVerified(releases),
      openShell: (bundle) => startShell(renderers, bundle),
      openPages:
        pagePools &&
        ((found) => {
          pageKeys = listPageFiles(found);
          return pagePools.open(source, found);
        }),
      shell: running?.composition.shell,
    });
    const isHistoryUnread = history?.findPrevious === null;
    const { composition, missing } = restoreFallbacks(
      resolved,
      isHistoryUnread ? null : unreadable.map(({ release }) => release),
      served.map((loaded) => loaded.composition.composition),
    );
    // A release that is missing or corrupt stays so: only other errors are transient.
    const isRetried = ({ release, error }: { release: ReleaseId; error: unknown }) =>
      missing.includes(release.app) && !(error instanceof UnreadableReleaseError);
    const retried = unreadable.find(isRetried);
    for (const failure of unreadable) {
      const { app, version } = failure.release;
      const message = `the fallback version ${app}@${version} cannot be read: ${getMessage(failure.error)}`;
      if (!isRetried(failure)) onError(new Error(message));
    }
    const transientError = history?.transientError ?? retried?.error;
    const shellKeys = running?.keys.filter((key) => key.startsWith(getReleasePrefix(pinned.shell))) ?? [];
    return {
      key: ref.key,
      composition: { composition, ...code },
      keys: [...new Set([...reads.keys(), ...shellKeys])],
      pageKeys,
      bytesByKey: reads,
      ...(transientError === undefined
        ? {}
        : { fallbackError: new Error(`fallback versions cannot be read: ${getMessage(transientError)}`) }),
    };
  };
}

/** Starts a shell before it is served. */
async function startShell(renderers: ShellRenderers, bundle: NodeBundle): Promise<ShellRenderer> {
  const shell = renderers.open(bundle);
  try {
    await shell.start();
    return shell;
  } catch (error) {
    await shell.close();
    throw error;
  }
}
