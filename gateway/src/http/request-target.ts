/** Said to whoever asks for an address that is none of the shop's. */
export const unreadableAddressMessage = 'That address cannot be read.';
export const unreadableHostMessage = 'The shop is not served under that host name: open it by its own.';

/**
 * The path that a request asks for, as a browser at that address would name it.
 *
 * @param url The request's target: a path with its query, or a whole address (RFC 9112, 3.2).
 * @returns Null for one that browsers and servers take for different things: `//host/x`, `/\host`.
 */
export function parsePathname(url: string): string | null {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';
  if (!path.startsWith('/') || path.includes('\\')) return null;
  const { pathname } = new URL(`http://shop.invalid${path}`);
  return pathname.startsWith('//') ? null : pathname;
}

/** Hosts under which the store API is at an address of its own. Specification 7. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether documents can be made for a host: a bare number has no subdomain for the store API.
 *
 * @param hostname As the request names it, without its port; empty in HTTP/1.0.
 * @param hasApiAddress Whether the deployment says where the store API is.
 */
export function isServedHost(hostname: string, hasApiAddress: boolean): boolean {
  if (hostname === '' || localHosts.has(hostname)) return true;
  const isPlain = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(hostname);
  return isPlain && URL.canParse(hasApiAddress ? `http://${hostname}` : `http://api.${hostname}`);
}
