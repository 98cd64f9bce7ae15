import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMemoryLimiter } from './bounded-memory-limiter';

export interface RateLimit {
  /** Attempts that one key has in a window, at least 1. */
  points: number;
  /** Length of the window in seconds. It starts with the first attempt of a key. */
  durationSeconds: number;
}

/** Outcome of one attempt. */
export type RateLimitResult = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

export interface RateLimiter {
  /** Takes a point from a key. A rejected attempt takes none. */
  consume(key: string): Promise<RateLimitResult>;
  /** Returns one point to a key, for example after an attempt that another limit rejected. */
  refund(key: string): Promise<void>;
}

/**
 * Creates a rate limiter whose counts live in this process, for 50,000 keys at most.
 *
 * @example
 * const signIns = createRateLimiter({ points: 10, durationSeconds: 600 });
 * const result = await signIns.consume(clientNetwork(request.ip));
 * if (!result.isAllowed) reply.code(429).header('retry-after', result.retryAfterSeconds);
 */
export function createRateLimiter({ points, durationSeconds }: RateLimit): RateLimiter {
  return fromLibrary(new BoundedMemoryLimiter({ points, duration: durationSeconds }));
}

/** Gives a limiter of rate-limiter-flexible, for example `RateLimiterPostgres`, the interface of this package. */
export function fromLibrary(limiter: RateLimiterAbstract): RateLimiter {
  const refund = async (key: string) => {
    // Without a count there is nothing to refund: the window has ended, and a reward would grant an extra attempt.
    const current = await limiter.get(key);
    if (current && current.consumedPoints > 0) await limiter.reward(key);
  };
  return {
    refund,
    async consume(key) {
      try {
        await limiter.consume(key);
        return { isAllowed: true };
      } catch (reason) {
        // The library rejects with its result when the limit is reached, and with an Error when its store failed.
        if (!(reason instanceof RateLimiterRes)) throw reason;
        // The library counts rejected attempts too. A later refund must make an attempt possible again.
        await refund(key);
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) };
      }
    },
  };
}
