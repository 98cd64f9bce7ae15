import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Addresses that report the state of a server. They answer under every load. */
const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/livez', '/metrics']);

const isHealthCheck = ({ routeOptions }: FastifyRequest) => healthChecks.has(routeOptions.url ?? '');

/**
 * Counts the requests of a server that are pending. A request is pending until its response is ready, except while its body
 * arrives: clients that send or read slowly are limited by the number of connections. A request whose client has gone is pending
 * until its handler has ended. Health checks do not count.
 *
 * Call it before routes and other hooks are added: it counts the requests of later routes, and a refused request costs little.
 *
 * @param refuse Called before a request counts: when it arrives, and again before its validation, when its body has arrived. To
 *   refuse the request it throws, or sends a response and returns the reply.
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
  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isHealthCheck(request)) return;
    if (refuse(request, reply)) return reply;
    pending.add(request);
    count++;
  };
  app.addHook('onRequest', async (request, reply) => {
    // A handler that writes the response itself runs no `onSend`.
    reply.raw.once('close', () => {
      if (reply.sent) end(request);
    });
    return start(request, reply);
  });
  // A request makes no work while its body arrives. Fastify runs no further hook when the client closes the connection before the end.
  app.addHook('preParsing', async (request) => end(request));
  app.addHook('preValidation', start);
  app.addHook('onSend', async (request) => end(request));
  // Fastify sends no response to a client that has gone when the handler returns undefined.
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      return result instanceof Promise ? result.finally(() => end(request)) : result;
    };
  });
  return () => count;
}
