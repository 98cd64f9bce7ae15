import type { FastifyReply, FastifyRequest } from 'fastify';
import { fetchFromShop } from './live-shop';

/** Headers of one connection (RFC 9110, section 7.6.1), and those that the request to the shop has of its own. */
const ownRequestHeaders = new Set([
  ...['connection', 'keep-alive', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'content-length', 'accept-encoding', 'referer', 'if-none-match', 'if-modified-since'],
]);
/** Headers of one connection or encoding, and those that bind a browser to TLS. */
const ownResponseHeaders = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length'],
  ...['set-cookie', 'strict-transport-security', 'alt-svc', 'location'],
]);

const timeoutMs = 60_000;

/**
 * Sends the request of a browser to a server of the live shop.
 *
 * @param origin Value of the header `Origin`, when the browser sends one: the shop's, as its own pages send it.
 * @throws {LiveShopError} When there is no response.
 */
export function forwardRequest({ method, headers, body }: FastifyRequest, target: URL, origin: string) {
  const forwarded = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ownRequestHeaders.has(name)) continue;
    forwarded.set(name, name === 'origin' ? origin : String(value));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body !== null;
  return fetchFromShop(target, {
    method,
    headers: forwarded,
    signal: AbortSignal.timeout(timeoutMs),
    ...(hasBody && { body: new Uint8Array(body as Buffer) }),
  });
}

/**
 * Makes a cookie of the live shop one of the local gateway, which has no TLS. `Secure` stays where the name needs it: browsers accept
 * it from localhost without TLS, except Safari.
 */
function toLocalCookie(cookie: string): string {
  const needsSecure = /^__(?:host|secure)-/i.test(cookie);
  return cookie.replace(needsSecure ? /;\s*domain=[^;]*(?=;|$)/gi : /;\s*(?:secure|domain=[^;]*)(?=;|$)/gi, '');
}

/**
 * Copies status and headers of a response of the live shop. Cookies become cookies of the local gateway, and redirects within the
 * shop stay on the local gateway.
 */
export function copyHead(reply: FastifyReply, response: Response, shopUrl: string): FastifyReply {
  void reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (!ownResponseHeaders.has(name)) void reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) {
    void reply.header('set-cookie', toLocalCookie(cookie));
  }
  const location = response.headers.get('location');
  if (location !== null) {
    const { origin, pathname, search, hash } = new URL(location, shopUrl);
    void reply.header('location', origin === new URL(shopUrl).origin ? pathname + search + hash : location);
  }
  return reply;
}
