import { type ProcessLimits, watchProcessLoad } from '@shop/rate-limit/process-load';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/http-error';

/** Load above which the store API refuses requests. */
export interface LoadLimits extends ProcessLimits {
  /** Requests whose response is not ready. The last fifth is for purchases. */
  maxPendingRequests: number;
}

/** Share of the pending requests that are no purchases. */
const maxOtherShare = 0.8;

/** Addresses that report the state of the server. They answer under every load. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics']);
/** Routes of a purchase. They are refused last. */
const purchases: ReadonlySet<string> = new Set(['/api/v1/orders', '/api/v1/payments']);

const getRoute = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? '';
const isPurchase = (request: FastifyRequest) => request.method === 'POST' && purchases.has(getRoute(request));

const isHealthCheck = (request: FastifyRequest) => healthChecks.has(getRoute(request));
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Seconds of Retry-After. Clients come back at different times. */
const getRetryAfter = () => 1 + Math.floor(Math.random() * 3);

/**
 * Answers 503 with Retry-After at once while the server has more work than it can do in time. Health checks are exempt. A
 * refused request has changed nothing: it never reaches its handler, and its Idempotency-Key is not used.
 *
 * A request is pending until its response is ready, except while its body arrives: clients that send or read slowly are limited
 * by the number of connections.
 *
 * @see docs/decisions/0052
 */
export function registerOverloadProtection(app: FastifyInstance, limits: LoadLimits): void {
  const { maxEventLoopDelayMs, maxPendingRequests, maxRssBytes } = limits;
  let pendingCount = 0;
  const watch = watchProcessLoad();
  app.addHook('onClose', async () => watch.stop());
  const isRefused = (request: FastifyRequest): boolean => {
    const { eventLoopDelayMs, isHeapFull, rssBytes } = watch.get();
    if (isHeapFull || (maxRssBytes > 0 && rssBytes > maxRssBytes)) return true;
    if (isPurchase(request)) return pendingCount >= maxPendingRequests;
    return eventLoopDelayMs > maxEventLoopDelayMs || pendingCount >= maxPendingRequests * maxOtherShare;
  };
  const pending = new WeakSet<object>();
  const end = (request: object) => {
    if (pending.delete(request)) pendingCount--;
  };
  const start = (request: FastifyRequest) => {
    if (isHealthCheck(request)) return;
    if (isRefused(request)) {
      throw new HttpError(503, 'The shop is busy. Please try again in a moment.', {
        'retry-after': String(getRetryAfter()),
      });
    }
    pending.add(request);
    pendingCount++;
  };
  app.addHook('onRequest', async (request, reply) => {
    start(request);
    // A client that has gone may get no response.
    reply.raw.once('close', () => end(request));
  });
  // While its body arrives, a request makes no work.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) end(request);
  });
  app.addHook('preValidation', async (request) => {
    if (hasBody(request)) start(request);
  });
  app.addHook('onSend', async (request) => end(request));
}
