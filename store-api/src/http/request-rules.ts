import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors/http-error';

/**
 * Rejects requests with several Host headers, with a compressed body or with text that cannot be stored, and reads the rest of a
 * body that a route left unread.
 *
 * The shop sends no compressed bodies. An unread body would block the keep-alive connection, and a proxy sends the requests
 * of other shoppers on the same connection.
 */
export function registerRequestRules(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    // Raw headers alternate between names and values. A proxy may use another Host than Node does. RFC 9112, section 3.2.
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length > 1) throw new HttpError(400, 'The request has two Host headers.');
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
      throw new HttpError(415, 'The body must not be compressed.', { 'accept-encoding': 'identity' });
    }
  });
  app.addHook('preValidation', async ({ params, query, body }) => {
    // A body that streams is not a value: the route that takes it reads and checks it.
    assertStorableText(body instanceof Readable ? [params, query] : [params, query, body]);
  });
  app.addHook('onResponse', async ({ raw }) => {
    raw.resume();
  });
}

/** Levels of objects and lists in a body. Code that visits a body by recursion reads no deeper one. */
const maxDepth = 100;

/** Rejects a body that is nested too deeply, and a key or text that PostgreSQL cannot store: NUL, or half of a surrogate pair. */
function assertStorableText(parts: unknown[]): void {
  // The loop is iterative because a hostile body may be nested deeper than the call stack.
  const queue = parts.map((value) => ({ value, depth: 0 }));
  for (let item = queue.pop(); item; item = queue.pop()) {
    const { value, depth } = item;
    if (depth > maxDepth) throw new HttpError(400, 'The request is nested too deeply.');
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw new HttpError(400, 'The request contains a character that cannot be stored.');
    }
    if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) {
        queue.push({ value: key, depth }, { value: entry, depth: depth + 1 });
      }
    }
  }
}
