import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { BoundedMemoryLimiter } from './bounded-memory-limiter';
import { fromLibrary, type RateLimit, type RateLimiter } from './rate-limiter';

/** The part of node-postgres' `Pool` that the limiter uses. */
export interface RateLimitPool {
  query(query: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Milliseconds that a count in the database may take. */
const timeoutMs = 1000;

/**
 * Creates a rate limiter whose counts live in PostgreSQL, so that all servers of one database share a limit. While the database
 * fails, or takes longer than a second, this process counts in its own memory.
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
  const shared = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: durationSeconds,
    insuranceLimiter: new BoundedMemoryLimiter({ points, duration: durationSeconds }),
  });
  const limiter = fromLibrary(new RLWrapperTimeouts({ limiter: shared, timeoutMs }));
  const hash = (key: string) => createHash('sha256').update(key).digest('hex');
  return {
    consume: (key) => limiter.consume(hash(key)),
    refund: (key) => limiter.refund(hash(key)),
  };
}
