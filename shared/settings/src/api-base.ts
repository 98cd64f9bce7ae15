const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for a host name of the local machine. Plain HTTP is allowed there. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.has(hostname);
}

/**
 * Gives the base URL of the store API, as seen from a page.
 *
 * @param hostname The page's host name without its port.
 * @returns `http://localhost:8044/api/v1` on a local host. On any other host the `api` subdomain over HTTPS, without a
 *   leading `www.`.
 * @example getApiBase('www.shop.example') // 'https://api.shop.example/api/v1'
 * @see Specification 7, "Base"; Interpretation 14.
 */
export function getApiBase(hostname: string): string {
  if (isLocalHost(hostname)) return 'http://localhost:8044/api/v1';
  return `https://api.${hostname.replace(/^www\./, '')}/api/v1`;
}
