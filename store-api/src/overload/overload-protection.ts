import { text } from '@shop/language/format-message';
import { watchProcessLoad } from '@shop/rate-limit/process-load';
import { trackPendingRequests } from '@shop/server-runtime/pending-requests';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error';

/** Load above which the store API refuses requests. */
export interface LoadLimits {
  /** Milliseconds that the event loop may be late on average. */
  maxEventLoopDelayMs: number;
  /** Requests whose response is not ready. The last fifth is for purchases. */
  maxPendingRequests: number;
}

/** Share of the pending requests that are not purchases. */
const maxOtherShare = 0.8;

/** Routes of a purchase. They are refused last. */
const purchases: ReadonlySet<string> = new Set(['/api/v1/orders', '/api/v1/payments']);

const isPurchase = ({ method, routeOptions }: FastifyRequest) =>
  method === 'POST' && purchases.has(routeOptions.url ?? '');

/** Seconds of Retry-After. Clients come back at different times. */
const getRetryAfter = () => 1 + Math.floor(Math.random() * 3);

/**
 * Answers 503 with Retry-After at once while the server has more work than it can do in time. Health checks are exempt. A
 * refused request has changed nothing: it never reaches its handler, and its Idempotency-Key is not used.
 *
 * @see docs/decisions/0052
 */
export function registerOverloadProtection(app: FastifyInstance, limits: LoadLimits): void {
  const { maxEventLoopDelayMs, maxPendingRequests } = limits;
  const watch = watchProcessLoad();
  app.addHook('onClose', async () => watch.stop());
  const isRefused = (request: FastifyRequest): boolean => {
    const { eventLoopDelayMs, isHeapFull } = watch.get();
    if (isHeapFull) return true;
    if (isPurchase(request)) return countPending() >= maxPendingRequests;
    return eventLoopDelayMs > maxEventLoopDelayMs || countPending() >= maxPendingRequests * maxOtherShare;
  };
  const countPending = trackPendingRequests(app, (request) => {
    if (!isRefused(request)) return;
    throw new HttpError(503, text('The shop is busy. Please try again in a moment.'), {
      'retry-after': String(getRetryAfter()),
    });
  });
}
