import { createPreviousVersionReader } from '@shop/releases/history/previous-version';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey, type Head, readHead } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { repeat } from '@shop/server-runtime/repeat';
import type { ReleaseManifests } from '../release-files/release-manifests';
import type { RendererPools } from '../rendering/renderer-pools';
import type { CompositionCache } from './composition-cache';
import { createCompositionLoader, type History, type LoadedComposition } from './composition-loader';
import { formatReplayError, type HeadWatermark } from './head-watermark';
import { type LoadedCanary, loadCanaries } from './load-canaries';
import type { LiveCanary, LiveComposition } from './load-composition';
import { createRecordingStore } from './store-wrappers';

export interface CompositionWatcher {
  /** Returns the composition to serve; null until the first one was loaded. */
  current: () => LiveComposition | null;
  /** Returns the running canaries, oldest first. The list is a new one after each change. */
  canaries: () => readonly LiveCanary[];
  /** Returns the number of the newest change whose live composition and canaries are all served; null until the first one was loaded. */
  change: () => number | null;
  /** Reports whether the last poll could not read or trust the release store, or an object that HEAD names. */
  isDegraded: () => boolean;
  /** Stops the polls and the renderers. Resolves when the last composition is on this machine's disk. */
  stop: () => Promise<void>;
}

export interface WatchOptions {
  environment: Environment;
  interval: number;
  /** Highest HEAD that earlier processes saw. Without it the first HEAD is accepted. */
  watermark?: HeadWatermark | undefined;
  /** Cache for a restart without the release store. It needs `watermark`. */
  cache?: CompositionCache | undefined;
  /** Receives the manifests of each composition that was loaded, and the manifest hashes of past compositions. */
  manifests?: ReleaseManifests;
  pools: RendererPools;
  /** Is called after each poll of HEAD. False: HEAD, or what it names, could not be read or trusted. */
  onPoll?: (isSuccess: boolean) => void;
  /** Receives each new error once. The last loaded composition is served on. */
  onError: (error: unknown) => void;
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Watches HEAD of an environment without a restart. A composition is loaded completely before it is served. While the store
 * cannot be read, or names an object that is missing or was changed, the last loaded composition is served on. The
 * watcher serves a new canary when its compositions have loaded. A canary that does not load holds no other canary up.
 */
export async function watchComposition({
  environment,
  interval,
  watermark,
  cache,
  manifests,
  pools,
  onError,
  onPoll = () => {},
}: WatchOptions): Promise<CompositionWatcher> {
  const { store, name, trusted } = environment;
  let live: LoadedComposition | null = null;
  let canaries: readonly LoadedCanary[] = [];
  /** Sequence number of the HEAD that is served. */
  let servedSeq = 0;
  /** Sequence number of the newest HEAD whose compositions are all served. */
  let completeSeq: number | null = null;
  /** False while a canary or a fallback of the served HEAD could not be loaded. */
  let isComplete = true;
  /** Highest sequence number of earlier processes. */
  let earlierSeq = watermark?.seq ?? 0;
  let lastErrorMessage = '';
  let consecutiveFailures = 0;
  /** Background writes, one after the other: a slow disk does not delay the next composition. */
  let writing = Promise.resolve();

  const readHistory = createPreviousVersionReader(environment, (pinned) => manifests?.pin(getReleases(pinned)));
  const load = createCompositionLoader({ trusted, pools, manifests, onError });
  const updatePools = () => {
    const getRenderer = ({ composition: { renderer } }: LoadedComposition) => renderer;
    pools.setServed({
      live: live ? getRenderer(live) : undefined,
      canaries: canaries.map(({ loaded }) => getRenderer(loaded)),
    });
  };

  const getServed = (): LoadedComposition[] => [...(live ? [live] : []), ...canaries.map(({ loaded }) => loaded)];

  /** A page without a fallback version is still a page, so an unreadable history does not block a composition. */
  const findHistory = async (head: Head): Promise<History> => {
    try {
      return { findPrevious: await readHistory(head) };
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) return { transientError: error };
      // A corrupt history stays corrupt: it is reported once and not read again for this HEAD.
      onError(error);
      return {};
    }
  };

  /** Loads a composition that HEAD names, unless it is served already. */
  const find = async (
    source: ReleaseStore,
    ref: DocumentRef,
    history?: History,
    served = getServed(),
  ): Promise<LoadedComposition> => {
    const known = source === store ? served.find(({ key }) => key === ref.key) : undefined;
    const canRetryFallback = known?.fallbackError && !history?.transientError;
    return known && !canRetryFallback ? known : load({ source, ref, history });
  };

  /** Serves a live composition and loads the canaries of its HEAD. @returns The first error of a canary. */
  const follow = (source: ReleaseStore, head: Head, next: LoadedComposition, history?: History): Promise<unknown> => {
    const known = [...getServed(), next];
    live = next;
    return loadCanaries({
      ...{ head, served: canaries },
      load: (ref) => find(source, ref, history, known),
      onChange: (changed) => {
        canaries = changed;
      },
    });
  };

  /** Writes the served compositions to disk and releases their bytes. */
  const persist = (head: Uint8Array | undefined) => {
    const loaded = getServed();
    updatePools();
    const bytesByKey = new Map(loaded.flatMap((served) => [...(served.bytesByKey ?? [])]));
    const keys = loaded.flatMap((served) => served.keys);
    const optionalKeys = loaded.flatMap((served) => served.pageKeys);
    const seq = servedSeq;
    for (const served of loaded) delete served.bytesByKey;
    writing = writing.then(async () => {
      // The cache comes first, so that it is never older than the watermark.
      if (head) await cache?.save({ head, keys, optionalKeys, bytesByKey }, store);
      await watermark?.raise(seq);
    });
  };

  /** Serves what a HEAD names. The live composition does not wait for canaries, which may be slow to read or damaged. */
  const serve = async (head: Head, bytes: Uint8Array | undefined) => {
    const history = await findHistory(head);
    const next = await find(store, head.live, history);
    servedSeq = head.seq;
    isComplete = false;
    const canaryError = await follow(store, head, next, history);
    persist(bytes);
    const fallbackError = getServed().find((served) => served.fallbackError)?.fallbackError;
    const error = canaryError ?? fallbackError ?? history.transientError;
    if (error !== undefined) throw error;
    isComplete = true;
    completeSeq = head.seq;
  };

  const poll = async () => {
    try {
      const { store: recorded, reads } = createRecordingStore(store);
      const found = await readHead(recorded, name, trusted);
      const highest = Math.max(servedSeq, earlierSeq);
      if ((found?.head.seq ?? 0) < highest) {
        // This process has served nothing: the release store may be another one than before.
        const file = servedSeq === 0 ? watermark?.file : undefined;
        throw new Error(formatReplayError(name, found?.head.seq ?? null, highest, file));
      }
      if (found && (found.head.seq > servedSeq || !isComplete)) await serve(found.head, reads.get(getHeadKey(name)));
      lastErrorMessage = '';
      consecutiveFailures = 0;
      onPoll(true);
    } catch (error) {
      onPoll(false);
      const message = getMessage(error);
      if (message !== lastErrorMessage) onError(error);
      lastErrorMessage = message;
      consecutiveFailures++;
    }
  };

  /**
   * Serves the compositions of the cache. They are verified like those of the release store.
   *
   * @returns What a person must know when the release store cannot be read completely.
   */
  const serveFromCache = async (): Promise<unknown[]> => {
    const notes: unknown[] = [];
    if (!cache || earlierSeq === 0) return notes;
    try {
      const found = await readHead(cache.store, name, trusted);
      if (!found) return notes;
      const { head } = found;
      if (head.seq < earlierSeq) {
        throw new Error(`change ${head.seq} is in ${cache.folder}, and change ${earlierSeq} was seen`);
      }
      // Keys of their own make the first poll that succeeds load the composition again, then with its fallbacks.
      const nextLive = await find(cache.store, head.live);
      earlierSeq = head.seq;
      notes.push(new Error(`until it can be, change ${head.seq} is served from ${cache.folder}`));
      const canaryError = await follow(cache.store, head, { ...nextLive, key: `cached ${nextLive.key}` });
      for (const { loaded } of canaries) loaded.key = `cached ${loaded.key}`;
      if (canaryError !== undefined) throw canaryError;
    } catch (error) {
      notes.push(error);
    }
    return notes;
  };

  // The cache comes first: visitors of a canary keep it when the release store can be read in part only.
  const notes = await serveFromCache();
  updatePools();
  await poll();
  if (lastErrorMessage !== '') notes.forEach(onError);
  // Repeated failures are polled less often, and a recovery is seen within four intervals.
  const polls = repeat(poll, () => interval * Math.min(2 ** consecutiveFailures, 4));
  return {
    current: () => live?.composition ?? null,
    canaries: () => canaries,
    change: () => completeSeq,
    isDegraded: () => lastErrorMessage !== '',
    stop: async () => {
      // A poll of a store that does not respond must not hold up the end.
      void polls.stop();
      await Promise.all([pools.close(), writing]);
    },
  };
}
