import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
import type { Release, ReleaseId } from '@shop/releases/release/release';
import type { TrustedKeys } from '@shop/releases/signing/signed-document';
import { readComposition } from '@shop/releases/state/composition';
import type { FindPreviousVersion } from '@shop/releases/state/resolve-composition';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../http/with-timeout';
import type { ReleaseManifests } from '../release-files/release-manifests';
import { isIntactFile, listPageFiles, listShellFiles } from '../rendering/composition-code';
import { toError } from '../rendering/renderer-errors';
import type { RendererPools } from '../rendering/renderer-pools';
import { type LiveComposition, loadComposition } from './load-composition';
import { createRecordingStore } from './store-wrappers';

/** A composition that is served, and the objects of the release store that it was read from. */
export interface LoadedComposition {
  key: string;
  composition: LiveComposition;
  /** Keys of all objects that it was read from, apart from the manifests of fallback versions. */
  keys: string[];
  /** Keys of the files that only its pages need. */
  pageKeys: string[];
  /** Whether a file of its releases has the bytes that its release lists. True for any other object. */
  isIntact: (key: string, bytes: Uint8Array) => boolean;
  /** Bytes of those objects, until the composition cache has them. */
  bytesByKey?: ReadonlyMap<string, Uint8Array>;
  /** The transient error that leaves a remote without its fallback version. A later load may find it. */
  fallbackError?: Error;
}

/** The history of an environment, from which the loader takes fallback versions. */
export interface History {
  /** Absent when the history cannot be read. Then remotes have no fallback version. */
  findPrevious?: FindPreviousVersion;
  /** Present when the history cannot be read now and may be readable later. */
  transientError?: unknown;
}

export interface LoadRequest {
  /** The release store, or the composition cache. */
  source: ReleaseStore;
  ref: DocumentRef;
  /** Without a history remotes have no fallback version. */
  history?: History | undefined;
}

export interface CompositionLoaderOptions {
  trusted: TrustedKeys;
  pools: Pick<RendererPools, 'open' | 'remove'>;
  /** Receives the manifests of each composition that was loaded. */
  manifests?: ReleaseManifests | undefined;
  /** Receives the error of each fallback version that could not be read and that is not retried. */
  onError: (error: unknown) => void;
}

/** Milliseconds that a composition waits for the manifest of a fallback version. The next load gets one that took longer. */
const maxFallbackWaitMs = 1000;
/** Manifests of fallback versions in the cache. An evicted one is read again. */
const maxFallbacks = 100;

/**
 * Creates a function that loads compositions that HEAD names.
 *
 * @returns A function that rejects when the composition or one of its releases is missing, changed or cannot be read. A fallback
 *   version that cannot be read, or not in time, is left out.
 */
export function createCompositionLoader({ trusted, pools, manifests, onError }: CompositionLoaderOptions) {
  /** Manifests by release and pinned hash. The next poll shares a slow read, and repeats one that has failed. */
  const fallbacks = new LRUCache<string, Release, { source: ReleaseStore; id: ReleaseId }>({
    max: maxFallbacks,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { source, id } }) => readRelease(source, id),
  });
  return async ({ source, ref, history = {} }: LoadRequest): Promise<LoadedComposition> => {
    const { store, reads } = createRecordingStore(source);
    const pinned = await readComposition(store, ref, trusted);
    let shellKeys: string[] = [];
    let pageKeys: string[] = [];
    let isIntact: LoadedComposition['isIntact'] = () => true;
    let { transientError } = history;
    const composition = await loadComposition(store, pinned, {
      ...(history.findPrevious && { findPrevious: history.findPrevious }),
      onFallbackError: ({ app, version }, error) => {
        // A release that is missing or corrupt stays so: only other errors are transient.
        if (!(error instanceof UnreadableReleaseError)) transientError ??= error;
        else onError(new Error(`the fallback version ${app}@${version} cannot be read: ${error.message}`));
      },
      readFallback: (id) =>
        withTimeout(fallbacks.forceFetch(JSON.stringify(id), { context: { source, id } }), maxFallbackWaitMs),
      openRenderer: async (found) => {
        shellKeys = listShellFiles(found);
        pageKeys = listPageFiles(found);
        isIntact = (key, bytes) => isIntactFile(found, key, bytes);
        const renderer = pools.open(source, found);
        try {
          // Its documents can be rendered before it is served.
          await renderer.start();
        } catch (error) {
          await pools.remove(renderer);
          throw error;
        }
        manifests?.addVerified([found.shellRelease, ...found.remoteReleases]);
        return renderer;
      },
    });
    return {
      key: ref.key,
      composition,
      keys: [...new Set([...reads.keys(), ...shellKeys])],
      pageKeys,
      isIntact,
      bytesByKey: reads,
      ...(transientError !== undefined && {
        fallbackError: new Error(`fallback versions cannot be read: ${toError(transientError).message}`),
      }),
    };
  };
}
