import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { RendererPools } from '../rendering/renderer-pools';
import type { History, LoadedComposition, LoadRequest } from './composition-loader';
import { type LoadedCanary, loadCanaries } from './load-canaries';

export interface ServedCompositionsOptions {
  /** The release store. */
  store: ReleaseStore;
  pools: RendererPools;
  load: (request: LoadRequest) => Promise<LoadedComposition>;
}

const getRenderer = ({ composition: { renderer } }: LoadedComposition) => renderer;

/** The compositions that a gateway serves: the live one, and those of the running canaries. */
export class ServedCompositions {
  /** Null until the first one was loaded. */
  live: LoadedComposition | null = null;
  /** The running canaries, oldest first. The list is a new one after each change. */
  canaries: readonly LoadedCanary[] = [];

  constructor(private readonly options: ServedCompositionsOptions) {}

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
    const canRetryFallback = known?.fallbackError && !history?.transientError;
    return known && !canRetryFallback ? known : this.options.load({ source, ref, history });
  }

  /**
   * Serves a live composition at once, and loads the canaries of its HEAD.
   *
   * @returns The first error of a canary; undefined when all are loaded.
   */
  follow(source: ReleaseStore, head: Head, next: LoadedComposition, history?: History): Promise<unknown> {
    const known = [...this.list(), next];
    this.live = next;
    this.updatePools();
    return loadCanaries({
      head,
      served: this.canaries,
      load: (ref) => this.find(source, ref, history, known),
      onChange: (changed) => {
        this.canaries = changed;
        this.updatePools();
      },
    });
  }

  /** Gives the renderers of the served compositions their processes. */
  private updatePools(): void {
    this.options.pools.setServed({
      live: this.live ? getRenderer(this.live) : undefined,
      canaries: this.canaries.map(({ loaded }) => getRenderer(loaded)),
    });
  }
}
