import { RequestRefused } from '../errors/request-refused';

/** Counts failures by key; a success costs nothing, so a family behind one address is not locked out by signing in. */
export interface FailureLimiter {
  /** @throws RequestRefused 429 with Retry-After when the key has no failures left in its window. */
  refuseIfSpent(key: string): void;
  countFailure(key: string): void;
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

  function openWindow(key: string) {
    const window = windows.get(key);
    if (window && window.endsAt > now()) return window;
    windows.delete(key);
    return undefined;
  }

  return {
    refuseIfSpent(key) {
      const window = openWindow(key);
      if (!window || window.failures < failures) return;
      const seconds = Math.max(1, Math.ceil((window.endsAt - now()) / 1000));
      throw new RequestRefused(429, 'Too many attempts. Please wait a while and try again.', {
        'retry-after': String(seconds),
      });
    },
    countFailure(key) {
      const window = openWindow(key);
      if (window) {
        window.failures += 1;
        return;
      }
      const [oldest] = windows.keys();
      if (windows.size >= mostKeys && oldest !== undefined) windows.delete(oldest);
      windows.set(key, { failures: 1, endsAt: now() + windowSeconds * 1000 });
    },
  };
}
