import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Milliseconds between two checks of the event loop. They are part of every measured interval. */
const resolution = 10;

/** Share of V8's heap limit above which a process has to free memory before it does more work. */
const maxHeapShare = 0.9;

/** What was measured of this process. */
export interface ProcessLoad {
  /**
   * Milliseconds by which the event loop was late on average, in the better one of the last two samples: one long task does not
   * make a server overloaded.
   */
  eventLoopDelayMs: number;
  /** True when V8's heap is nearly full. */
  isHeapFull: boolean;
}

export interface ProcessLoadWatch {
  /** Returns what the last sample measured. */
  get: () => ProcessLoad;
  stop: () => void;
}

/**
 * Measures how late the event loop of this process is, and its memory. A late event loop is the time that requests wait before
 * any code sees them.
 *
 * @param sampleMs  Milliseconds of one sample. Default: 500.
 * @example
 * const watch = watchProcessLoad();
 * if (watch.get().eventLoopDelayMs > 600) refuse();
 */
export function watchProcessLoad(sampleMs = 500): ProcessLoadWatch {
  const histogram = monitorEventLoopDelay({ resolution });
  let delays: readonly number[] = [0, 0];
  let load: ProcessLoad = { eventLoopDelayMs: 0, isHeapFull: false };
  histogram.enable();
  const timer = setInterval(() => {
    // A loop that was blocked during the whole sample has no mean.
    const delay = Number.isNaN(histogram.mean) ? sampleMs : Math.max(0, histogram.mean / 1e6 - resolution);
    histogram.reset();
    delays = [...delays.slice(1), delay];
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    load = {
      eventLoopDelayMs: Math.min(...delays),
      isHeapFull: used > limit * maxHeapShare,
    };
  }, sampleMs).unref();
  return {
    get: () => load,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
