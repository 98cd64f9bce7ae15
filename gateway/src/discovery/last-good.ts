export interface LastGoodOptions<Value> {
  load: () => Promise<Value>;
  /** Milliseconds for which a value is used without a question. */
  maxAge: number;
  /** Milliseconds after a failure before it is tried again. */
  retryAfter: number;
  /** Milliseconds since any fixed moment. Default: the clock. */
  now?: () => number;
  /** Told of each failure. */
  onTrouble: (error: unknown) => void;
}

/**
 * Remembers a value that is loaded from elsewhere. Questions that come together are one load; when a load fails the last
 * good value stays.
 *
 * @returns A reader; it gives null while no load has ever succeeded, and never rejects.
 */
export function keepLastGood<Value>(options: LastGoodOptions<Value>): () => Promise<Value | null> {
  const { load, maxAge, retryAfter, now = Date.now, onTrouble } = options;
  let good: Value | null = null;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | null = null;

  const refresh = async () => {
    try {
      good = await load();
      askAgainAt = now() + maxAge;
    } catch (error) {
      askAgainAt = now() + retryAfter;
      onTrouble(error);
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
