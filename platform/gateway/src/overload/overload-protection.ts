import { type ProcessLoad, watchProcessLoad } from '@shop/rate-limit/process-load';
import { trackPendingRequests } from '@shop/server-runtime/pending-requests';
import type { FastifyInstance } from 'fastify';
import { sendBusyResponse } from './send-busy-response';

/** How much work a gateway has. */
export interface GatewayLoad {
  /** True when pages are not rendered: their visitors get a cached page, or the document that their browser renders. */
  readonly isBusy: boolean;
  /** True when documents come from the cache alone. */
  readonly isOverloaded: boolean;
  /** True when every request is refused, except health checks. */
  readonly isFull: boolean;
}

/** Limits of a gateway's load. A quarter of the delay of the event loop makes the gateway busy. */
export interface LoadLimits {
  /** Milliseconds that the event loop may be late on average. */
  maxEventLoopDelayMs: number;
  /** Requests whose response is not ready. Half of them make the gateway busy, three quarters overload it. */
  maxPendingRequests: number;
}

/**
 * Compares metrics with the limits.
 *
 * @see docs/decisions/0052
 */
export function getLoad(metrics: ProcessLoad & { pendingRequests: number }, limits: LoadLimits): GatewayLoad {
  const { eventLoopDelayMs, isHeapFull, pendingRequests } = metrics;
  const { maxEventLoopDelayMs, maxPendingRequests } = limits;
  const isOverloaded =
    isHeapFull || eventLoopDelayMs > maxEventLoopDelayMs || pendingRequests > maxPendingRequests * 0.75;
  return {
    isBusy: isOverloaded || eventLoopDelayMs > maxEventLoopDelayMs / 4 || pendingRequests > maxPendingRequests / 2,
    isOverloaded,
    isFull: pendingRequests >= maxPendingRequests,
  };
}

/**
 * Limits of a gateway. A thousand pages are more than its renderers make before their visitors leave. Resident memory has no
 * limit: Node rarely returns it, and a server at such a limit would refuse work for ever.
 */
export const defaultLoadLimits: LoadLimits = {
  maxEventLoopDelayMs: 1000,
  maxPendingRequests: 1000,
};

/**
 * Measures the load of a gateway. A full gateway answers every request with 503 and Retry-After, except health checks. Call it
 * before other hooks are added: a refused request costs little.
 *
 * @returns A function that returns the load now.
 */
export function registerOverloadProtection(app: FastifyInstance, limits: LoadLimits): () => GatewayLoad {
  const watch = watchProcessLoad();
  app.addHook('onClose', async () => watch.stop());
  const countPending = trackPendingRequests(app, (request, reply) =>
    getCurrentLoad().isFull ? sendBusyResponse(request, reply) : undefined,
  );
  const getCurrentLoad = () => getLoad({ ...watch.get(), pendingRequests: countPending() }, limits);
  return getCurrentLoad;
}
