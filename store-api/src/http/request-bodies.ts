import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/http-error';

/**
 * Rejects compressed request bodies, and reads the rest of a body that a route left unread.
 *
 * The shop sends no compressed bodies. An unread body would block the keep-alive connection, and a proxy sends the requests
 * of other shoppers on the same connection.
 */
export function registerRequestBodyRules(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
      throw new HttpError(415, 'The body must not be compressed.', { 'accept-encoding': 'identity' });
    }
  });
  app.addHook('onResponse', async (request) => {
    request.raw.resume();
  });
}
