export interface StaleOnErrorOptions<Value> {
  load: () => Promise<Value>;
  /** Milliseconds for which a value is used without a question. */
  maxAge: number;
  /** Milliseconds after a failure before it is tried again. */
  retryAfter: number;
  /** Milliseconds since any fixed moment. Default: the clock. */
  now?: () => number;
  /** Told of each failure. */
  onError: (error: unknown) => void;
}

/**
 * Remembers a value that is loaded from elsewhere. Questions that come together are one load; when a load fails the last
 * good value stays.
 *
 * @returns A reader; it gives null while no load has ever succeeded, and never rejects.
 */
export function createStaleOnError<Value>(options: StaleOnErrorOptions<Value>): () => Promise<Value | null> {
  const { load, maxAge, retryAfter, now = Date.now, onError } = options;
  let good: Value | null = null;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const refresh = async () => {
    try {
      good = await load();
      askAgainAt = now() + maxAge;
    } catch (error) {
      askAgainAt = now() + retryAfter;
      onError(error);
    } finally {
      loading = null;
    }
  };
  return async () => {
    if (now() >= askAgainAt) {
      loading ??= refresh();
      await loading;
    }
    return good;
  };
}
