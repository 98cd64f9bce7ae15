import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Reads one cookie of a request. @returns Undefined when the request has no cookie of that name. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  parseCookie(headers.cookie ?? '')[name];

/**
 * Sets a cookie that scripts cannot read, for every path of the shop. The cookie is for TLS only when the shopper's connection
 * uses TLS. A proxy in front of the gateway says so in `X-Forwarded-Proto`, when `TRUSTED_PROXIES` names the proxy.
 *
 * @param maxAgeSeconds Zero or less deletes the cookie.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
): void {
  const cookie = stringifySetCookie({
    name,
    value,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: Math.max(maxAgeSeconds, 0),
    secure: request.protocol === 'https',
  });
  void reply.header('set-cookie', cookie);
}
