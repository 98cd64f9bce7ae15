import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { CompositionCache } from './composition-cache';
import type { LoadedComposition } from './composition-loader';
import type { HeadWatermark } from './head-watermark';

export interface ServedStateWriterOptions {
  /** The release store, for objects whose bytes are not in memory. */
  store: ReleaseStore;
  cache: CompositionCache | undefined;
  watermark: HeadWatermark | undefined;
}

/** Writes what is served to this machine's disk, for a restart. A slow disk does not delay the next composition. */
export class ServedStateWriter {
  /** Writes happen one after the other. Resolves when the last one has ended. */
  finished: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServedStateWriterOptions) {}

  /**
   * Writes compositions and the sequence number of their HEAD, and releases the bytes of the compositions.
   *
   * @param head Bytes of HEAD. Undefined: the cache stays as it is.
   */
  save(served: readonly LoadedComposition[], seq: number, head: Uint8Array | undefined): void {
    const { store, cache, watermark } = this.options;
    const bytesByKey = new Map(served.flatMap((loaded) => [...(loaded.bytesByKey ?? [])]));
    const keys = served.flatMap((loaded) => loaded.keys);
    const optionalKeys = served.flatMap((loaded) => loaded.pageKeys);
    for (const loaded of served) delete loaded.bytesByKey;
    this.finished = this.finished.then(async () => {
      // The cache comes first, so that it is never older than the watermark.
      if (head) await cache?.save({ head, keys, optionalKeys, bytesByKey }, store);
      await watermark?.raise(seq);
    });
  }
}
