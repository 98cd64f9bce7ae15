/**
 * What search engines may do with a page. `noindex` marks a page that belongs to one shopper: it is not kept for offline
 * reading either. A shop that is not the production one is left alone altogether.
 *
 * @returns The value of `X-Robots-Tag`; nothing for a page that may be found.
 */
export function getRobotsTag(isPrivate: boolean, env: string): 'noindex' | 'none' | undefined {
  if (isPrivate) return 'noindex';
  return env === 'production' ? undefined : 'none';
}
