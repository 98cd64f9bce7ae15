import { createHash } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { fromLibrary, type RateLimit, type RateLimiter } from './rate-limiter';

/** The part of node-postgres' `Pool` that the limiter uses. */
export interface RateLimitPool {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Creates a rate limiter whose counts live in PostgreSQL, so that all servers of one database share a limit.
 *
 * The table `rate_limit (key varchar(255) primary key, points integer not null, expire bigint)` must exist. Keys are
 * stored as SHA-256 hashes, so that the table contains no addresses or e-mails.
 *
 * @param name Distinguishes the limits that share the table.
 * @example
 * const signIns = createSharedRateLimiter(pool, 'sign-in', { points: 10, durationSeconds: 600 });
 */
export function createSharedRateLimiter(
  pool: RateLimitPool,
  name: string,
  { points, durationSeconds }: RateLimit,
): RateLimiter {
  const limiter = fromLibrary(
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: durationSeconds,
    }),
  );
  const hash = (key: string) => createHash('sha256').update(key).digest('hex');
  return {
    consume: (key, attemptPoints) => limiter.consume(hash(key), attemptPoints),
    refund: (key) => limiter.refund(hash(key)),
    reset: (key) => limiter.reset(hash(key)),
  };
}
