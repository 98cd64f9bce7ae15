import type { ReleaseStore } from '@shop/releases/store/release-store';
import { repeat } from '@shop/server-runtime/repeat';

/** Records what pages report, and writes it to the release store. */
export interface Recorder {
  /** Writes new records to the release store. Never rejects. */
  flush: () => Promise<void>;
  /** Removes records of stopped gateways that nobody needs any more. Never rejects. */
  prune: () => Promise<void>;
}

/** Number of flushes after which metrics of stopped gateways are pruned. */
const flushesPerPrune = 720;

/**
 * Flushes recorders at an interval. The first flush also prunes.
 *
 * @param intervalMs Milliseconds between two flushes.
 * @returns A function that stops the interval and resolves after a last flush.
 */
export function startTelemetryFlush(recorders: readonly Recorder[], intervalMs: number): { stop: () => Promise<void> } {
  let flushCount = 0;
  const flushAll = () => Promise.all(recorders.map((recorder) => recorder.flush()));
  const flushes = repeat(async () => {
    if (flushCount++ % flushesPerPrune === 0) await Promise.all(recorders.map((recorder) => recorder.prune()));
    await flushAll();
  }, intervalMs);
  return {
    stop: async () => {
      // Two flushes at the same time would overwrite each other's metrics, and the store would reject the second one.
      await flushes.stop();
      await flushAll();
    },
  };
}

/** Replaces an object of the release store that only this gateway writes. @throws When another process has changed it. */
export async function writeOwnRecord(store: ReleaseStore, key: string, record: object): Promise<void> {
  const stored = await store.get(key);
  if (await store.compareAndSwap(key, Buffer.from(JSON.stringify(record)), stored?.tag ?? null)) return;
  throw new Error(`${key} was changed by another process`);
}
