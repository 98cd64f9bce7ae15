import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Addresses that report the state of a server. They answer under every load. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics']);

const isHealthCheck = ({ routeOptions }: FastifyRequest) => healthChecks.has(routeOptions.url ?? '');

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Counts the requests of a server that are pending. A request is pending until its response is ready, except while its body
 * arrives: clients that send or read slowly are limited by the number of connections. Health checks do not count.
 *
 * Call it before other hooks are added: a refused request costs little.
 *
 * @param refuse Called before a request counts: when it arrives, and again when its body has arrived. To refuse the request it
 *   throws, or sends a response and returns the reply.
 * @returns A function that returns the number of pending requests now.
 *
 * @example
 * const countPending = trackPendingRequests(app, (request, reply) =>
 *   countPending() < 200 ? undefined : reply.code(503).header('retry-after', '2').send(),
 * );
 *
 * @see docs/decisions/0052
 */
export function trackPendingRequests(
  app: FastifyInstance,
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
): () => number {
  let count = 0;
  const pending = new WeakSet<object>();
  const end = (request: object) => {
    if (pending.delete(request)) count--;
  };
  const start = (request: FastifyRequest, reply: FastifyReply) => {
    if (isHealthCheck(request)) return;
    const refusal = refuse(request, reply);
    if (refusal) return refusal;
    pending.add(request);
    count++;
  };
  app.addHook('onRequest', async (request, reply) => {
    // A client that has gone may get no response.
    reply.raw.once('close', () => end(request));
    return start(request, reply);
  });
  // While its body arrives, a request makes no work.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) end(request);
  });
  app.addHook('preValidation', async (request, reply) => (hasBody(request) ? start(request, reply) : undefined));
  app.addHook('onSend', async (request) => end(request));
  return () => count;
}
