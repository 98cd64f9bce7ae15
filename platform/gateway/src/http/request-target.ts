import { isIP } from 'node:net';

/** Message of a response to a request target that names no page of the shop. */
export const unreadableTargetMessage = 'That address cannot be read.';

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

/** Reports whether a host name is one by which machines ask: an IP address, or a name without a dot. */
export const isMachineHost = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !hostname.includes('.');
