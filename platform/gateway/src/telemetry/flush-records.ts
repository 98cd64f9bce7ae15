import { formatDay } from '@shop/releases/store/daily-records';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { repeat } from '@shop/server-runtime/repeat';
import type { ReportedCompositions } from './reported-compositions';

/** Records what pages report, and writes it to the release store. */
export interface Recorder {
  /** Writes new records to the release store. Never rejects. */
  flush: () => Promise<void>;
  /** Removes old records of stopped gateways. Never rejects. */
  prune: () => Promise<void>;
}

export interface RecorderOptions {
  reported: ReportedCompositions;
  store: ReleaseStore;
  env: string;
  /** Clock in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Receives an error when the records cannot be written. The next flush writes them. */
  onError: (error: unknown) => void;
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

/** Keeps records per UTC day, such as `2026-11-21`. Times are Unix milliseconds. */
export function createDayRecords<Day>(create: () => Day) {
  const records = new Map<string, Day>();
  const changed = new Set<string>();
  return {
    /** Returns the record of the current day. The caller changes it in place, and it counts as changed. */
    change: (now: number): Day => {
      const day = formatDay(now);
      const record = records.get(day) ?? create();
      records.set(day, record);
      changed.add(day);
      return record;
    },
    /** Writes the records that have changed, and deletes those of days that are over. @throws The first error of `write`. */
    writeChanged: async (now: number, write: (day: string, record: Day) => Promise<void>) => {
      for (const [day, record] of records) {
        try {
          if (changed.delete(day)) await write(day, record);
        } catch (error) {
          changed.add(day);
          throw error;
        }
        if (day < formatDay(now) && !changed.has(day)) records.delete(day);
      }
    },
  };
}

/** Replaces an object of the release store that only this gateway writes. @throws When another process has changed it. */
export async function writeOwnRecord(store: ReleaseStore, key: string, record: object): Promise<void> {
  const stored = await store.get(key);
  if (await store.compareAndSwap(key, Buffer.from(JSON.stringify(record)), stored?.tag ?? null)) return;
  throw new Error(`${key} was changed by another process`);
}
