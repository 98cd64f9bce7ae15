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
 * @param publicUrl  Address of the service. Requests to another host are rejected (DNS rebinding).
 */
export function addRequestGuard(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl);
  // Without this parser a form of another page cannot send a body that the routes accept.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    assertOwnPage(request, own);
  });
}
