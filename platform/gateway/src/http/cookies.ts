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

/** A kind of signed links. The cookie with the id of a link has its name. */
export type LinkKind = 'preview' | 'staff';

/**
 * Names the cookie with the id of a signed link. With TLS its prefix keeps other hosts of the domain from setting it: a browser
 * takes such a cookie from this host only.
 */
const getLinkCookieName = ({ protocol }: FastifyRequest, kind: LinkKind): string =>
  protocol === 'https' ? `__Host-${kind}` : kind;

/** Reads the id of the signed link that a browser has opened. @returns Undefined without one. */
export const readLinkCookie = (request: FastifyRequest, kind: LinkKind): string | undefined =>
  readCookie(request, getLinkCookieName(request, kind));

/** Sets the cookie with the id of a signed link. @param maxAgeSeconds Zero or less deletes the cookie. */
export function setLinkCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, value, maxAgeSeconds }: { kind: LinkKind; value: string; maxAgeSeconds: number },
): void {
  setCookie(request, reply, { name: getLinkCookieName(request, kind), value, maxAgeSeconds });
}
