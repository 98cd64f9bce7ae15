import { createHash } from 'node:crypto';
import type { onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';

/**
 * Adds cache headers to public responses: any cache may store a response for one minute and revalidate it with its
 * ETag. A response to a signed-in caller has the same content, but shared caches may not store it.
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

/** Forbids every cache to store a response. Plugins with personal or momentary responses use it. */
export const forbidCaching: onRequestAsyncHookHandler = async (_request, reply) => {
  void reply.header('cache-control', 'no-store');
};
