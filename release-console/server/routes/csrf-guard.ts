import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './http-errors';

/** Names of this machine to itself. A page elsewhere whose name was pointed at it (DNS rebinding) has another one. */
const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function refuseStrangers({ headers, method, host, hostname }: FastifyRequest): void {
  if (!loopbackNames.has(hostname)) {
    throw new Refusal(
      421,
      'The console answers on this machine only: open it as http://127.0.0.1, or through a tunnel.',
    );
  }
  const site = headers['sec-fetch-site'];
  const isElsewhere = site === 'cross-site' || site === 'same-site';
  const isChange = method !== 'GET' && method !== 'HEAD';
  if (isChange ? headers.origin !== `http://${host}` : isElsewhere && headers['sec-fetch-mode'] !== 'navigate') {
    throw new Refusal(403, 'This call comes from another page: use the console itself.');
  }
}

/**
 * Lets through only what the console's own page asks: its cookie alone proves nothing, since a browser sends it along
 * with what other pages on this machine ask, the shop's included.
 */
export function guardRequests(app: FastifyInstance): void {
  // Left in, a form of another page could be read as text.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    refuseStrangers(request);
  });
}
