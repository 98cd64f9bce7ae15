import { clientNetwork } from '@shop/rate-limit/client-network';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpMetrics } from './metrics/http-metrics';
import { createPeerTrust } from './request-id';
import { type RequestScope, runInRequestScope } from './request-scope';
import type { Tracing } from './traces/span';

export interface RequestObserverOptions {
  /** Proxies whose trace context continues in this server. */
  trustedProxies: readonly string[];
  tracing?: Tracing | undefined;
  metrics?: HttpMetrics | undefined;
  /** Returns the pattern of a request's address. Default: the pattern of its route. */
  getRoute?: (request: FastifyRequest) => string | undefined;
  /** Returns further fields of the log line. They contain no personal data. */
  getFields?: (request: FastifyRequest) => Readonly<Record<string, string | number>>;
}

/** Route of a request for an address without a route. */
const unmatchedRoute = 'unmatched';
/** Status in logs and metrics of a request whose client did not wait for the response, as nginx logs it. */
const abortedStatus = 499;
/** Bits of an IPv6 address that name a site (RFC 6177). */
const siteBits = 48;

/** Returns the network of a client, for the log. A connection that is reset has no address. */
const getLogNetwork = ({ ip }: FastifyRequest) => clientNetwork(ip, siteBits).replace(/\.\d+$/, '.0/24');

/**
 * Writes one line of the log for each request, measures it, and starts its span. The line has the pattern of the route instead
 * of the address, because addresses contain order ids and contacts, and the network of the client instead of its address. Each
 * response carries the id of its request in `X-Request-Id`. Call it before other hooks are added.
 */
export function observeRequests(app: FastifyInstance, options: RequestObserverOptions): void {
  const { trustedProxies, tracing, metrics, getFields = () => ({}) } = options;
  const isTrustedPeer = createPeerTrust(trustedProxies);
  const observed = new WeakMap<FastifyRequest, { scope: RequestScope; startedAt: number; network: string }>();

  const getRoute = (request: FastifyRequest) =>
    options.getRoute?.(request) ?? (request.is404 ? undefined : request.routeOptions.url) ?? unmatchedRoute;

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const span = tracing?.startRequest(request.method, isTrustedPeer(request.raw) ? request.headers : {});
    const scope = { requestId: request.id, span };
    // Node keeps an address that was read before.
    observed.set(request, { scope, startedAt: performance.now(), network: getLogNetwork(request) });
    runInRequestScope(scope, done);
  });

  // The events of a body that arrives run outside the scope.
  app.addHook('preValidation', (request, _reply, done) => {
    const scope = observed.get(request)?.scope;
    return scope ? runInRequestScope(scope, done) : done();
  });

  const finish = (request: FastifyRequest, status: number) => {
    const started = observed.get(request);
    if (!started || !observed.delete(request)) return;
    const { scope, startedAt, network } = started;
    const elapsedMs = performance.now() - startedAt;
    const route = getRoute(request);
    const { method } = request;
    metrics?.observeRequest({ route, method, status, seconds: elapsedMs / 1000 });
    scope.span?.setName(`${method} ${route}`);
    scope.span?.setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    });
    if (status >= 500) scope.span?.fail();
    scope.span?.end();
    request.log.info(
      {
        method,
        route,
        status,
        durationMs: Math.round(elapsedMs * 10) / 10,
        remoteNetwork: network,
        ...getFields(request),
      },
      status === abortedStatus ? 'request aborted' : 'request completed',
    );
  };
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    finish(request, abortedStatus);
    done();
  });
}

export interface RejectionOptions {
  metrics?: HttpMetrics | undefined;
  /** Returns the headers that hooks give to other responses. Default: none. */
  getHeaders?: (request: FastifyRequest) => Readonly<Record<string, string>>;
  /** Sends the response. */
  send: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown;
}

/**
 * Creates `frameworkErrors` of Fastify: it answers a request before it has a route, such as one for an address that cannot be decoded.
 * Fastify runs no hook for it, so this function logs it, measures it, and gives its response an id, as `observeRequests` does. The
 * line has no network: Fastify does not look at the proxies of such a request, so its address can be that of a proxy.
 */
export function createRejection({ metrics, getHeaders = () => ({}), send }: RejectionOptions) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    send(error, request, reply.headers({ ...getHeaders(request), 'x-request-id': request.id }));
    const observed = { method: request.method, route: unmatchedRoute, status: reply.statusCode };
    metrics?.observeRequest({ ...observed, seconds: 0 });
    request.log.info({ ...observed, durationMs: 0 }, 'request completed');
  };
}
