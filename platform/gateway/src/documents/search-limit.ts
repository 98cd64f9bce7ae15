import { createRateLimiter, type RateLimitResult } from '@shop/rate-limit/rate-limiter';
import type { FastifyRequest } from 'fastify';
import { getSiteNetwork } from '../http/page-report-route';

/**
 * Searches of one network in a minute. A shopper who types a long query sends about ten. The page cache answers most requests for
 * pages with a query, and they do not count.
 */
const searchesPerMinute = 300;

/** Counts a search of a visitor. The result says whether the visitor's network may search now. */
export type CountSearch = (request: FastifyRequest) => Promise<RateLimitResult>;

/**
 * Creates a count of searches of a gateway. Calls of the search have one, and pages with a query have another one.
 *
 * @param factor Multiplies the limit. Default: 1.
 */
export function createSearchCount(factor = 1): CountSearch {
  const rateLimiter = createRateLimiter({ points: searchesPerMinute * factor, durationSeconds: 60 });
  return (request) => rateLimiter.consume(getSiteNetwork(request.ip));
}
