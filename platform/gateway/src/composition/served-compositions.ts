import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { withTimeout } from '../http/with-timeout';
import { ProcessFailedError, RenderFailedError } from '../rendering/renderer-errors';
import type { RendererPool } from '../rendering/renderer-pool';
import type { RendererPools } from '../rendering/renderer-pools';
import type { History, LoadedComposition, LoadRequest } from './composition-loader';
import type { LiveCanary } from './load-composition';

/** A canary with the composition that is loaded for it. */
export interface LoadedCanary extends LiveCanary {
  loaded: LoadedComposition;
}

export interface ServedCompositionsOptions {
  /** The release store. */
  store: ReleaseStore;
  pools: RendererPools;
  load: (request: LoadRequest) => Promise<LoadedComposition>;
}

/**
 * Whether a composition stays as it is until an object of the release store, or the code of a release, is another one. A process
 * that ended, such as for memory, or was late, may work at the next attempt.
 */
const isDamaged = (error: unknown) =>
  error instanceof CorruptDocumentError ||
  error instanceof UnreadableReleaseError ||
  (error instanceof RenderFailedError && !(error instanceof ProcessFailedError));

/** Milliseconds that a poll waits for what the live composition does not need. A process that serves nothing yet waits longer. */
const maxWaitMs = 1000;
const maxFirstWaitMs = 60_000;

const getRenderer = ({ composition: { renderer } }: LoadedComposition) => renderer;

/** Loads by the key of the composition. The promises never reject. */
type Loads = Map<string, Promise<PromiseSettledResult<LoadedComposition>>>;

/** Waits for a load. Never rejects. */
async function settle(load: Promise<LoadedComposition>): Promise<PromiseSettledResult<LoadedComposition>> {
  const [result] = await Promise.allSettled([load]);
  return result;
}

/** The compositions that a gateway serves: the live one, and those of the running canaries. */
export class ServedCompositions {
  /** Null until the first one was loaded. */
  live: LoadedComposition | null = null;
  /** The running canaries, oldest first. The list is a new one after each change. */
  canaries: readonly LoadedCanary[] = [];
  /** Loads of canaries that no poll has received. */
  private readonly loads: Loads = new Map();
  /** Loads of served compositions for a fallback version that they lack. */
  private readonly retries: Loads = new Map();
  /** Renderers of compositions that HEAD no longer named when they were loaded. */
  private unusedRenderers: RendererPool[] = [];

  constructor(private readonly options: ServedCompositionsOptions) {}

  /** True while a canary of the last HEAD loads. The next poll follows that HEAD again. */
  get isLoading(): boolean {
    return this.loads.size > 0;
  }

  /** Milliseconds that a poll may wait for what the live composition does not need. */
  get maxWaitMs(): number {
    return this.live ? maxWaitMs : maxFirstWaitMs;
  }

  list(): LoadedComposition[] {
    return [...(this.live ? [this.live] : []), ...this.canaries.map(({ loaded }) => loaded)];
  }

  /** Finds a composition that HEAD names among the served ones, else loads it. Loads it again for a fallback version that it lacks. */
  async find(
    source: ReleaseStore,
    ref: DocumentRef,
    history?: History,
    served: readonly LoadedComposition[] = this.list(),
  ): Promise<LoadedComposition> {
    const known = source === this.options.store ? served.find(({ key }) => key === ref.key) : undefined;
    if (!known) return this.options.load({ source, ref, history });
    if (!known.fallbackError || history?.transientError) return known;
    // It is served already, so a store that responds slowly must not delay the next HEAD. The next poll waits for the same load.
    const retry = this.retries.get(ref.key) ?? settle(this.options.load({ source, ref, history }));
    this.retries.set(ref.key, retry);
    const result = await withTimeout(retry, 2 * maxWaitMs).catch(() => null);
    if (!result) return known;
    this.retries.delete(ref.key);
    return result.status === 'fulfilled' ? result.value : known;
  }

  /**
   * Serves a live composition at once, and loads the canaries of its HEAD, oldest first. Until the composition of a canary is loaded,
   * its visitors keep the one that they have: a change of another app must not give them the live version of the canary's app for a
   * moment. They keep it too while the release store cannot be read, or a process cannot start. A new canary is served when its
   * composition is loaded. A canary that loads slowly does not delay the next HEAD: see `isLoading`.
   *
   * @returns The error of the first canary that cannot be loaded; undefined when each is loaded or loads.
   * @see docs/decisions/0081-steady-versions.md
   */
  async follow(source: ReleaseStore, head: Head, next: LoadedComposition, history?: History): Promise<unknown> {
    const known = [...this.list(), next];
    const deadline = performance.now() + this.maxWaitMs;
    /** The compositions to serve by the id of the canary: the served ones until others are loaded. */
    const compositions = new Map(this.canaries.map(({ id, loaded }) => [id, loaded]));
    let firstError: unknown;
    const serve = () => {
      this.canaries = head.canaries.flatMap((canary): LoadedCanary[] => {
        const loaded = compositions.get(canary.id);
        return loaded ? [{ ...canary, loaded, composition: loaded.composition }] : [];
      });
      // Gives the renderers of the served compositions their processes.
      const canaries = this.canaries.map(({ loaded }) => getRenderer(loaded));
      this.options.pools.setServed({ live: getRenderer(next), canaries });
    };
    this.live = next;
    serve();
    for (const { id, composition } of head.canaries) {
      const { key } = composition;
      const load = this.loads.get(key) ?? settle(this.find(source, composition, history, known));
      this.loads.set(key, load);
      const result = await withTimeout(load, Math.max(0, deadline - performance.now())).catch(() => null);
      if (!result) continue;
      this.loads.delete(key);
      if (result.status === 'fulfilled') compositions.set(id, result.value);
      else {
        firstError ??= result.reason;
        if (isDamaged(result.reason)) compositions.delete(id);
      }
      serve();
    }
    this.dropLoads(head, next);
    return firstError;
  }

  /** Drops the loads of compositions that HEAD does not name, and ends the renderers of earlier ones. */
  private dropLoads(head: Head, live: LoadedComposition): void {
    const canaries = head.canaries.map(({ composition }) => composition.key);
    const drop = (loads: Loads, named: readonly string[]) => {
      for (const [key, load] of loads) {
        if (named.includes(key)) continue;
        loads.delete(key);
        void load.then((result) => {
          if (result.status === 'fulfilled') this.unusedRenderers.push(getRenderer(result.value));
        });
      }
    };
    drop(this.loads, canaries);
    drop(this.retries, [live.key, ...canaries]);
    this.removeUnusedRenderers();
  }

  /** Ends the renderers of compositions that HEAD no longer named when they were loaded. Call it while no composition loads. */
  removeUnusedRenderers(): void {
    // Compositions of the same releases share a renderer, also one that loads.
    if (this.isLoading) return;
    for (const renderer of this.unusedRenderers.splice(0)) void this.options.pools.remove(renderer);
  }
}
