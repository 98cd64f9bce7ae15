import { watchProcessLoad } from '@shop/rate-limit/process-load';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type GatewayLoad, getLoad, type LoadLimits } from './load-level';
import { sendBusyResponse } from './send-busy-response';

/** Addresses that report the state of the gateway. They answer under every load. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics']);

const isHealthCheck = ({ routeOptions }: FastifyRequest) => healthChecks.has(routeOptions.url ?? '');

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Measures the load of a gateway. A full gateway answers every request with 503 and Retry-After, except health checks.
 *
 * Call it before other hooks are added: a refused request costs little. A request is pending until
 * its response is ready, except while its body arrives: clients that send or read slowly are limited by the number of connections.
 *
 * @returns A function that returns the load now.
 */
export function registerOverloadProtection(app: FastifyInstance, limits: LoadLimits): () => GatewayLoad {
  let pendingRequests = 0;
  const watch = watchProcessLoad();
  app.addHook('onClose', async () => watch.stop());
  const getCurrentLoad = () => getLoad({ ...watch.get(), pendingRequests }, limits);
  const pending = new WeakSet<object>();
  const end = (request: object) => {
    if (pending.delete(request)) pendingRequests--;
  };
  const start = (request: FastifyRequest) => {
    if (isHealthCheck(request)) return;
    pending.add(request);
    pendingRequests++;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isHealthCheck(request) && getCurrentLoad().isFull) return sendBusyResponse(request, reply);
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
  return getCurrentLoad;
}
