import { watchProcessLoad } from '@shop/rate-limit/process-load';
import { trackPendingRequests } from '@shop/server-runtime/pending-requests';
import type { FastifyInstance } from 'fastify';
import { type GatewayLoad, getLoad, type LoadLimits } from './load-level';
import { sendBusyResponse } from './send-busy-response';

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
