import { createPreviousVersionReader } from '@shop/releases/history/previous-version';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey, type Head, readHead } from '@shop/releases/state/head';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { repeat } from '@shop/server-runtime/repeat';
import { withTimeout } from '../http/with-timeout';
import type { ReleaseManifests } from '../release-files/release-manifests';
import type { RendererPools } from '../rendering/renderer-pools';
import type { CompositionCache } from './composition-cache';
import { createCompositionLoader, type History } from './composition-loader';
import { formatReplayError, type HeadWatermark } from './head-watermark';
import type { LiveCanary, LiveComposition } from './load-composition';
import { ServedCompositions } from './served-compositions';
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
  /** Stops the polls and the renderers. Resolves when the last composition is on this machine's disk, or after five seconds. */
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

/**
 * Watches HEAD of an environment without a restart. A composition is loaded completely before it is served. While the store
 * cannot be read, or names an object that is missing or was changed, the last loaded composition is served on. The
 * watcher serves a new canary when its compositions have loaded. A canary or a history that does not load holds nothing else up.
 */
export async function watchComposition(options: WatchOptions): Promise<CompositionWatcher> {
  const watch = new HeadWatch(options);
  await watch.start();
  const polls = repeat(
    () => watch.poll(),
    () => watch.getPause(),
  );
  return {
    current: () => watch.served.live?.composition ?? null,
    canaries: () => watch.served.canaries,
    change: () => watch.completeSeq,
    isDegraded: () => watch.lastErrorMessage !== '',
    stop: async () => {
      // A poll of a store that does not respond must not hold up the end.
      void polls.stop();
      // The last telemetry is written afterwards, and a process has ten seconds to end.
      await Promise.all([options.pools.close(), withTimeout(watch.finished, maxStopMs).catch(() => {})]);
    },
  };
}

/** Milliseconds that the first poll waits for the history, which is less than the probe of a start allows. */
const maxFirstHistoryMs = 30_000;

/** Milliseconds for which the disk waits for canaries that load, and until an incomplete write is repeated. */
const maxUnsavedMs = 60_000;

/** Milliseconds that the end of a gateway waits for its disk. */
const maxStopMs = 5000;

/** What a gateway has served of the HEADs of its environment, and what the last polls found. */
class HeadWatch {
  readonly served: ServedCompositions;
  /** Sequence number of the newest HEAD whose compositions are all served. */
  completeSeq: number | null = null;
  /** Empty after a poll that succeeded. */
  lastErrorMessage = '';
  /** Writes to this machine's disk happen one after the other. Resolves when the last one has ended. */
  finished: Promise<void> = Promise.resolve();
  /** Sequence number of the HEAD that is served. */
  private servedSeq = 0;
  /** False while a canary or a fallback of the served HEAD could not be loaded. */
  private isComplete = true;
  /** Time since which a HEAD is served that the disk does not have. Undefined while the disk has it. */
  private unsavedSince: number | undefined;
  /** Sequence number of the HEAD that was written last, or is being written. */
  private savedSeq = 0;
  /** Number of the newest snapshot. */
  private snapshots = 0;
  /** Time from which an incomplete write is repeated. */
  private saveAgainAt = Number.POSITIVE_INFINITY;
  /** Bytes of objects that no snapshot has written yet, by key. */
  private unsavedBytes = new Map<string, Uint8Array>();
  /** Highest sequence number of earlier processes. */
  private earlierSeq: number;
  /** Number of polls in a row that failed. */
  private failures = 0;
  private readonly readHistory: ReturnType<typeof createPreviousVersionReader>;
  /** The history of the last HEAD, by the key of its log. Absent after a read that failed. */
  private history: { key: string; found: Promise<History> } | undefined;

  constructor(private readonly options: WatchOptions) {
    const { environment, watermark, manifests, pools, onError } = options;
    const { store, trusted } = environment;
    this.earlierSeq = watermark?.seq ?? 0;
    const load = createCompositionLoader({ trusted, pools, manifests, onError });
    this.served = new ServedCompositions({ store, pools, load });
    this.readHistory = createPreviousVersionReader(environment, (pinned) => manifests?.pin(getReleases(pinned)));
  }

  /** Serves the cache and polls for the first time. */
  async start(): Promise<void> {
    // The cache comes first: visitors of a canary keep it when the release store can be read in part only.
    const notes = await this.serveFromCache();
    await this.poll();
    if (this.lastErrorMessage !== '') notes.forEach(this.options.onError);
  }

  /** Reads HEAD and serves what it names. Reports what fails, and never rejects. */
  async poll(): Promise<void> {
    const { onError, onPoll = () => {} } = this.options;
    try {
      await this.serveHead();
      this.lastErrorMessage = '';
      this.failures = 0;
      onPoll(true);
    } catch (error) {
      onPoll(false);
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.lastErrorMessage) onError(error);
      this.lastErrorMessage = message;
      this.failures++;
    }
  }

  /** Milliseconds until the next poll: more after failures in a row. A recovery is seen within four intervals. */
  getPause(): number {
    return this.options.interval * Math.min(2 ** this.failures, 4);
  }

  /** @throws When HEAD, or what it names, cannot be read or trusted. */
  private async serveHead(): Promise<void> {
    const { store, name, trusted } = this.options.environment;
    const { store: recorded, reads } = createRecordingStore(store);
    const found = await readHead(recorded, name, trusted);
    const highest = Math.max(this.servedSeq, this.earlierSeq);
    if ((found?.head.seq ?? 0) < highest) {
      // This process has served nothing: the release store may be another one than before.
      const file = this.servedSeq === 0 ? this.options.watermark?.file : undefined;
      throw new Error(formatReplayError(name, found?.head.seq ?? null, highest, file));
    }
    const isToSave = performance.now() >= this.saveAgainAt;
    if (found && (found.head.seq > this.servedSeq || !this.isComplete || isToSave)) {
      await this.serve(found.head, reads.get(getHeadKey(name)));
    } else {
      this.served.removeUnusedRenderers();
    }
  }

  /**
   * Serves what a HEAD names. The live composition does not wait for canaries, which may be slow to read or damaged. The next
   * poll waits again for canaries that load slowly.
   *
   * @throws When a composition, a canary or a fallback version cannot be loaded.
   */
  private async serve(head: Head, bytes: Uint8Array | undefined): Promise<void> {
    const { served } = this;
    const { store } = this.options.environment;
    const history = await this.findHistory(head);
    const next = await served.find(store, head.live, history);
    this.servedSeq = head.seq;
    this.isComplete = false;
    if (head.seq !== this.savedSeq) this.unsavedSince ??= performance.now();
    const canaryError = await served.follow(store, head, next, history);
    // A restart from a cache without one of the canaries would give its visitors another version. A restart from an old cache
    // would give everyone another version.
    const unsavedMs = this.unsavedSince === undefined ? 0 : performance.now() - this.unsavedSince;
    if (!served.isLoading || unsavedMs > maxUnsavedMs) this.save(head.seq, bytes);
    const fallbackError = served.list().find((loaded) => loaded.fallbackError)?.fallbackError;
    const error = canaryError ?? fallbackError ?? history.transientError;
    if (error !== undefined) throw error;
    if (served.isLoading) return;
    this.isComplete = true;
    this.completeSeq = head.seq;
  }

  /**
   * Writes what is served to this machine's disk, for a restart, and releases the bytes of the compositions. A slow disk does not
   * delay the next composition.
   *
   * @param head Bytes of HEAD. Undefined: the cache stays as it is.
   */
  private save(seq: number, head: Uint8Array | undefined): void {
    this.unsavedSince = undefined;
    this.savedSeq = seq;
    this.saveAgainAt = Number.POSITIVE_INFINITY;
    const { environment, cache, watermark } = this.options;
    const served = this.served.list();
    for (const loaded of served) {
      for (const [key, value] of loaded.bytesByKey ?? []) this.unsavedBytes.set(key, value);
      delete loaded.bytesByKey;
    }
    const isIntact = (key: string, bytes: Uint8Array) => served.every((loaded) => loaded.isIntact(key, bytes));
    const keys = served.flatMap((loaded) => loaded.keys);
    const optionalKeys = served.flatMap((loaded) => loaded.pageKeys);
    const snapshot = ++this.snapshots;
    this.finished = this.finished.then(async () => {
      // A newer snapshot waits already. A slow disk writes only the newest one.
      if (snapshot !== this.snapshots) return;
      const bytesByKey = this.unsavedBytes;
      this.unsavedBytes = new Map();
      // The cache comes first, so that it is never older than the watermark.
      if (head && cache) {
        const isSaved = await cache.save({ head, keys, optionalKeys, bytesByKey, isIntact }, environment.store);
        if (!isSaved) {
          this.unsavedBytes = new Map([...bytesByKey, ...this.unsavedBytes]);
          this.saveAgainAt = performance.now() + maxUnsavedMs;
        }
      }
      await watermark?.raise(seq);
    });
  }

  /**
   * Finds the history of a HEAD. A page without a fallback version is still a page, so a history that is unreadable or slow does
   * not block a composition. The next poll gets the history of a read that took too long.
   */
  private async findHistory(head: Head): Promise<History> {
    const { key } = head.log;
    if (this.history?.key !== key) this.history = { key, found: this.loadHistory(head) };
    const { found } = this.history;
    // The first read is of the whole history, and the gateway does not listen yet, also when it serves its cache.
    const waitMs = this.servedSeq === 0 ? maxFirstHistoryMs : this.served.maxWaitMs;
    return withTimeout(found, waitMs).catch((transientError: unknown) => ({ transientError }));
  }

  private async loadHistory(head: Head): Promise<History> {
    try {
      return { findPrevious: await this.readHistory(head) };
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) {
        this.history = undefined;
        return { transientError: error };
      }
      // A corrupt history stays corrupt: it is reported once and not read again for this HEAD.
      this.options.onError(error);
      return {};
    }
  }

  /**
   * Serves the compositions of the cache. They are verified like those of the release store.
   *
   * @returns What a person must know when the release store cannot be read completely.
   */
  private async serveFromCache(): Promise<unknown[]> {
    const { served } = this;
    const { cache, environment } = this.options;
    const notes: unknown[] = [];
    if (!cache || this.earlierSeq === 0) return notes;
    try {
      const found = await readHead(cache.store, environment.name, environment.trusted);
      if (!found) return notes;
      const { head } = found;
      if (head.seq < this.earlierSeq) {
        throw new Error(`change ${head.seq} is in ${cache.folder}, and change ${this.earlierSeq} was seen`);
      }
      // Keys of their own make the first poll that succeeds load the composition again, then with its fallbacks.
      const nextLive = await served.find(cache.store, head.live);
      this.earlierSeq = head.seq;
      notes.push(new Error(`until it can be, change ${head.seq} is served from ${cache.folder}`));
      const canaryError = await served.follow(cache.store, head, { ...nextLive, key: `cached ${nextLive.key}` });
      for (const { loaded } of served.canaries) loaded.key = `cached ${loaded.key}`;
      if (canaryError !== undefined) throw canaryError;
    } catch (error) {
      notes.push(error);
    }
    return notes;
  }
}
