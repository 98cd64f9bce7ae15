import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Keys that one limiter counts at a time, about 20 MB. An attacker has more addresses than a process has memory. */
const maxKeysInMemory = 50_000;

/**
 * Counts in memory for a bounded number of keys. Above it, the least recently used key loses its count: it may start again
 * before its window has ended.
 */
export class BoundedMemoryLimiter extends RateLimiterMemory {
  private readonly keys: LRUCache<string, true>;

  constructor(options: { points: number; duration: number }, maxKeys = maxKeysInMemory) {
    super(options);
    this.keys = new LRUCache({
      max: maxKeys,
      dispose: (_value, key, reason) => {
        if (reason === 'evict') void this.delete(key);
      },
    });
  }

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.keys.set(String(key), true);
    return super.consume(key, points);
  }
}
