import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type CachedPage, type Encoding, getBody } from './cached-page';

/** Sends a page in the encoding that the client accepts, or 304 when the client has it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  cacheControl: string,
): Promise<FastifyReply> {
  void reply.headers(page.headers).header('cache-control', cacheControl);
  if (page.status === 301) return reply.code(301).send();
  const encoding = negotiateEncoding(request);
  const tag = `"${page.digest}-${encoding}"`;
  void reply.headers({ etag: tag, vary: 'accept-encoding' });
  if (page.status === 200 && hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await getBody(page, encoding));
}

/** Prefers the smaller encoding, whatever the client's order. */
function negotiateEncoding(request: FastifyRequest): Encoding {
  const accepted = new Negotiator(request.raw).encodings(['br', 'gzip']);
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** Reports whether `If-None-Match` names a tag. A proxy may have marked it as weak. RFC 9110, section 13.1.2. */
const hasTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.includes(tag) || header.trim() === '*');
