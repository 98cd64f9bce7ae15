const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True on the local development host, where plain HTTP is allowed. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.has(hostname);
}

/**
 * Where the store API lives, as seen from a page.
 *
 * @param hostname The page's host name without its port.
 * @returns `http://localhost:8044/api/v1` on a local host, else the api subdomain of the host over HTTPS, with a
 *   leading `www.` dropped.
 * @see Specification 7, "Base"; Interpretation 14.
 */
export function apiBaseFor(hostname: string): string {
  if (isLocalHost(hostname)) return 'http://localhost:8044/api/v1';
  return `https://api.${hostname.replace(/^www\./, '')}/api/v1`;
}
