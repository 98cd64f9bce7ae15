import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Reads one cookie of a request. @returns Undefined when the request has no cookie of that name. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  parseCookie(headers.cookie ?? '')[name];

/** Reports whether the shopper's own connection is encrypted, as far as the request tells. */
const isSecure = ({ protocol, headers }: FastifyRequest) =>
  protocol === 'https' || headers['x-forwarded-proto'] === 'https';

/**
 * Sets a cookie that scripts cannot read, for every path of the shop.
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
    secure: isSecure(request),
  });
  void reply.header('set-cookie', cookie);
}
