import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../api/requests';

/** Host names of this machine. Another host name means DNS rebinding: a foreign name that points to this machine. */
const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function assertOwnPage({ headers, method, host, hostname }: FastifyRequest): void {
  if (!loopbackNames.has(hostname)) {
    throw new HttpError(
      421,
      'The console is available on this machine only: open it as http://127.0.0.1, or through a tunnel.',
    );
  }
  const site = headers['sec-fetch-site'];
  const isForeign = site === 'cross-site' || site === 'same-site';
  const isChange = method !== 'GET' && method !== 'HEAD';
  if (isChange ? headers.origin !== `http://${host}` : isForeign && headers['sec-fetch-mode'] !== 'navigate') {
    throw new HttpError(403, 'This request comes from another page: use the console itself.');
  }
}

/**
 * Rejects requests of other pages. The session cookie is no proof: a browser sends it with requests of other pages on this
 * machine too, for example of the shop.
 */
export function addCsrfGuard(app: FastifyInstance): void {
  // Without this parser a form of another page cannot send a body that the routes accept.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    assertOwnPage(request);
  });
}
