import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isMachineHost } from './request-target';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the address of the shop, `SHOP_URL`, has TLS. */
    shopHasTls: boolean;
  }
}

/** Reads one cookie of a request. @returns Undefined when the request has no cookie of that name. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  parseCookie(headers.cookie ?? '')[name];

/**
 * Reports whether the shopper's connection uses TLS. With TLS in `SHOP_URL` it always does, except that machines may ask over plain
 * HTTP. Otherwise a proxy says so in `X-Forwarded-Proto`, when `TRUSTED_PROXIES` names the proxy.
 */
const usesTls = ({ protocol, hostname, server }: FastifyRequest): boolean =>
  protocol === 'https' || (server.shopHasTls && !isMachineHost(hostname));

/**
 * Sets a cookie that scripts cannot read, for every path of the shop.
 *
 * @param maxAgeSeconds Zero or less deletes the cookie.
 * @param isSecure The cookie is for TLS only. Default: when the shopper's connection uses TLS.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    name,
    value,
    maxAgeSeconds,
    isSecure = usesTls(request),
  }: { name: string; value: string; maxAgeSeconds: number; isSecure?: boolean },
): void {
  const cookie = stringifySetCookie({
    name,
    value,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: Math.max(maxAgeSeconds, 0),
    secure: isSecure,
  });
  void reply.header('set-cookie', cookie);
}

/** A kind of signed links. The cookie with the id of a link has its name. */
export type LinkKind = 'preview' | 'staff';

/**
 * Names the cookie with the id of a signed link. With TLS its prefix keeps other hosts of the domain from setting it: a browser
 * takes such a cookie from this host only.
 */
export const getLinkCookieName = (request: FastifyRequest, kind: LinkKind): string =>
  usesTls(request) ? `__Host-${kind}` : kind;

/** Reads the id of the signed link that a browser has opened. @returns Undefined without one. */
export const readLinkCookie = (request: FastifyRequest, kind: LinkKind): string | undefined =>
  readCookie(request, getLinkCookieName(request, kind));
