/** Message of a response to a request target that names no page of the shop. */
export const unreadableTargetMessage = 'That address cannot be read.';
/** Message of a response to a request for a host name that the shop has no store API for. */
export const unreadableHostMessage = 'The shop is not served under that host name: open it by its own.';

/**
 * Parses the path out of a request target, normalized as a browser normalizes it.
 *
 * @param target Request target: a path with an optional query, or an absolute address (RFC 9112, section 3.2).
 * @returns The path without its query. Null for a target that browsers and servers interpret differently, such as `//host/x`
 *   or `/\host`.
 * @example parsePathname('/a/../products?page=2') // '/products'
 */
export function parsePathname(target: string): string | null {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';
  if (!path.startsWith('/') || path.includes('\\')) return null;
  const { pathname } = new URL(`http://shop.invalid${path}`);
  return pathname.startsWith('//') ? null : pathname;
}

/**
 * Parses the query out of a request target, normalized as a browser normalizes it.
 *
 * @param target Request target whose path `parsePathname` accepts.
 * @returns The query with its `?`; empty without a query.
 * @example parseSearch('/products?page=2') // '?page=2'
 */
export function parseSearch(target: string): string {
  const [query = ''] = /\?[^#]*/.exec(target) ?? [];
  return new URL(`http://shop.invalid/${query}`).search;
}

/** Hosts for which the store API has an address of its own. Specification 7. */
export const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks that a document can be rendered for a host name. A page finds the store API at the `api` subdomain of its host
 * unless the deployment configures an address, and an IP address has no subdomains.
 *
 * @param hostname Host name of the request without its port; empty in HTTP/1.0.
 * @param hasApiAddress True when the deployment configures the store API's address.
 */
export function isServedHost(hostname: string, hasApiAddress: boolean): boolean {
  if (hostname === '' || localHosts.has(hostname)) return true;
  const isPlain = /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(hostname);
  return isPlain && URL.canParse(hasApiAddress ? `http://${hostname}` : `http://api.${hostname}`);
}
