/**
 * Returns the value of `X-Robots-Tag` for a page. `noindex` marks a page that belongs to one shopper; the service worker does
 * not cache such a page either. Search engines ignore every page of an environment other than production.
 *
 * @param env Deployment environment.
 * @returns Undefined for a page that search engines may index.
 */
export function getRobotsTag(isPrivate: boolean, env: string): 'noindex' | 'none' | undefined {
  if (isPrivate) return 'noindex';
  return env === 'production' ? undefined : 'none';
}
