import { createRateLimiter, type RateLimit, type RateLimiter } from '@shop/rate-limit/rate-limiter';
import { createSharedRateLimiter } from '@shop/rate-limit/shared-rate-limiter';
import type pg from 'pg';
import { HttpError } from '../errors/http-error';

/** One limit that an attempt counts against. */
export interface AttemptLimit {
  limiter: RateLimiter;
  /** For example the network of the client, or an account. */
  key: string;
}

/** Creates the rate limiter of a name. */
export type LimiterFactory = (name: string, limit: RateLimit) => RateLimiter;

/**
 * Creates the factory of the server's rate limiters.
 *
 * @param pool PostgreSQL connections. Servers of one database share their counts. Without it, counts live in this process.
 */
export function createLimiterFactory(pool: pg.Pool | undefined): LimiterFactory {
  return pool
    ? (name, limit) => createSharedRateLimiter(pool, name, limit)
    : (_name, limit) => createRateLimiter(limit);
}

/**
 * Counts an attempt against each limit in order. The count happens before the attempt, so that concurrent attempts
 * cannot exceed a limit. When a limit rejects the attempt, the limits before it get their point back.
 *
 * @returns Refunds the attempt on every limit. Call it when the attempt succeeds, so that only failures count.
 * @throws {HttpError} 429 with Retry-After when a limit is reached.
 */
export async function countAttempt(...limits: AttemptLimit[]): Promise<() => Promise<void>> {
  const counted: AttemptLimit[] = [];
  const refund = async () => {
    for (const { limiter, key } of counted) await limiter.refund(key);
  };
  for (const limit of limits) {
    const result = await limit.limiter.consume(limit.key);
    if (!result.isAllowed) {
      await refund();
      throw new HttpError(429, 'Too many attempts. Please wait a while and try again.', {
        'retry-after': String(result.retryAfterSeconds),
      });
    }
    counted.push(limit);
  }
  return refund;
}
