import { HttpError } from '@shop/releases/service-api/requests';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers of every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Names under which a browser of the same machine reaches the service. DNS cannot point them to another machine. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/**
 * Finds where a browser opens the service that has come to another name of this machine.
 *
 * @returns An address of the service itself. Null for requests that are not navigations, and for foreign names (DNS rebinding).
 */
function findOwnAddress({ headers, method, url }: FastifyRequest, { origin, host }: URL): string | null {
  // Behind a proxy that does not keep the host, a redirect to the public address would come back for ever.
  if (!loopbackHost.test(host)) return null;
  if (headers.host === undefined || headers.host === host || !loopbackHost.test(headers.host)) return null;
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return null;
  // The target of a request may be an address of another host.
  return `${origin}${url.startsWith('/') ? url : '/'}`;
}

function assertOwnPage({ headers, method, routeOptions }: FastifyRequest, { origin, host }: URL): void {
  if (routeOptions.config.isHealthCheck) return;
  if (headers.host !== host) {
    throw new HttpError(
      421,
      `The release service is available at ${origin} only: use this address, or set CONSOLE_URL.`,
    );
  }
  // A page of another site has no token, and cannot send this header without a permission that the service gives to none.
  if (headers.authorization !== undefined || routeOptions.config.isForMachines) return;
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isChange = method !== 'GET' && method !== 'HEAD';
  if (isChange ? headers.origin !== origin : isForeign && headers['sec-fetch-mode'] !== 'navigate') {
    throw new HttpError(403, 'This request comes from another page: use the console itself.');
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs neither a session nor a token. */
    isForMachines?: true;
    /** The route tells nothing, and an orchestrator calls it by the address of the instance. */
    isHealthCheck?: true;
  }
}

/**
 * Rejects requests of other pages and under foreign names. The session cookie is not proof: a browser sends it with requests of
 * other pages of the same site too, and cookies ignore ports.
 *
 * @param publicUrl  Address of the service. Requests to another host are rejected (DNS rebinding). A browser that navigates to another
 *   name of this machine is redirected to it.
 */
export function addRequestGuard(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl);
  // Without this parser a form of another page cannot send a body that the routes accept.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    const address = request.routeOptions.config.isHealthCheck ? null : findOwnAddress(request, own);
    if (address !== null) return reply.header('cache-control', 'no-store').redirect(address, 302);
    assertOwnPage(request, own);
  });
}
