import { createHash } from 'node:crypto';
import type { onSendHookHandler } from 'fastify';

/**
 * Lets answers about the catalogue be kept for a minute by anyone, and asked for again by their ETag after that. An
 * answer to a signed-in caller says the same, but shared caches do not get to see it.
 */
export const addCacheHeaders: onSendHookHandler = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
  reply.header('etag', etag);
  reply.header('cache-control', request.headers.authorization ? 'private, no-cache' : 'public, max-age=60');
  if (!matches(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return '';
};

function matches(condition: string | undefined, etag: string): boolean {
  const tags = (condition ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
