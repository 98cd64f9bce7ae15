import { withTimeout } from '../http/with-timeout';

export interface StaleOnErrorOptions<Value> {
  load: () => Promise<Value>;
  /** Milliseconds for which a value is fresh. */
  maxAgeMs: number;
  /** Milliseconds between a failure and the next load. */
  retryAfterMs: number;
  /** Milliseconds that a caller waits for a load. The load continues, and the caller gets the last value. */
  timeoutMs: number;
  /** Clock in milliseconds since any fixed moment. Default: `Date.now`. */
  now?: () => number;
  /** Receives the error of each load that failed. */
  onError: (error: unknown) => void;
}

/**
 * Caches a value that is loaded from another server. Concurrent callers share one load. While loads fail or take too long,
 * callers get the last value that was loaded.
 *
 * @returns A function that resolves to the value; to null while no load has succeeded. It never rejects.
 */
export function createStaleOnError<Value>(options: StaleOnErrorOptions<Value>): () => Promise<Value | null> {
  const { load, maxAgeMs, retryAfterMs, timeoutMs, now = Date.now, onError } = options;
  let lastValue: Value | null = null;
  let nextLoadAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const refresh = async () => {
    try {
      lastValue = await load();
      nextLoadAt = now() + maxAgeMs;
    } catch (error) {
      nextLoadAt = now() + retryAfterMs;
      onError(error);
    } finally {
      loading = null;
    }
  };

  return async () => {
    if (now() >= nextLoadAt) {
      loading ??= refresh();
      // A load that takes too long is no error yet: it reports its own.
      await withTimeout(loading, timeoutMs).catch(() => {});
    }
    return lastValue;
  };
}
