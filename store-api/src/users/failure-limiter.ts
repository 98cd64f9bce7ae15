import { HttpError } from '../errors/http-error';

/**
 * Counts failures by key. An attempt counts from its start, so that many at once do not slip through together; a
 * success is taken back, so that a family behind one address is not locked out by signing in.
 */
export interface FailureLimiter {
  /**
   * Counts an attempt.
   *
   * @returns Takes the attempt back, for when it succeeds.
   * @throws HttpError 429 with Retry-After when the key has no attempts left in its window.
   */
  attempt(key: string): () => void;
}

/** A key that is not seen again is dropped at the latest when this many others are known. */
const mostKeys = 50_000;

/**
 * Allows a number of failures a window. The window of a key starts at its first failure.
 *
 * @param now Milliseconds; a clock of its own makes tests quick.
 */
export function failureLimiter(
  { failures, windowSeconds }: { failures: number; windowSeconds: number },
  now: () => number = Date.now,
): FailureLimiter {
  const windows = new Map<string, { failures: number; endsAt: number }>();

  function windowOf(key: string) {
    const known = windows.get(key);
    if (known && known.endsAt > now()) return known;
    windows.delete(key);
    const [oldest] = windows.keys();
    if (windows.size >= mostKeys && oldest !== undefined) windows.delete(oldest);
    const window = { failures: 0, endsAt: now() + windowSeconds * 1000 };
    windows.set(key, window);
    return window;
  }

  return {
    attempt(key) {
      const window = windowOf(key);
      if (window.failures >= failures) {
        const seconds = Math.max(1, Math.ceil((window.endsAt - now()) / 1000));
        throw new HttpError(429, 'Too many attempts. Please wait a while and try again.', {
          'retry-after': String(seconds),
        });
      }
      window.failures += 1;
      return () => {
        window.failures -= 1;
        if (window.failures === 0 && windows.get(key) === window) windows.delete(key);
      };
    },
  };
}
