import type { Composition } from '@shop/remote-contract/composition';
import { findPathOwner } from './find-path-owner';

/** Characters of a query, and of one value, up to which the server renders for it. Longer ones are no addresses of the shop. */
const maxQueryLength = 1024;
const maxValueLength = 200;

/**
 * Reduces a query to the parameters that the owner of the path declares, sorted by name. Other parameters, such as `utm_source`,
 * change no page.
 *
 * @param pathname Path of the address, as a browser normalizes it.
 * @param search Query of the address with its `?`; empty without a query.
 * @returns Empty when no declared parameter is present. Null when the owner declares nothing, or when the query is too long or
 *   repeats a parameter: the server then renders no content for the address.
 * @example normalizeQuery(composition, '/products', '?utm_source=x&page=2&category=cookware') // '?category=cookware&page=2'
 */
export function normalizeQuery(composition: Composition, pathname: string, search: string): string | null {
  if (search.length <= 1) return '';
  if (search.length > maxQueryLength) return null;
  const names = findPathOwner(composition, pathname)?.path.query;
  if (!names) return null;
  const query = new URLSearchParams(search);
  const kept: [string, string][] = [];
  for (const name of names) {
    const [value, ...others] = query.getAll(name);
    if (value === undefined) continue;
    if (others.length > 0 || value.length > maxValueLength) return null;
    kept.push([name, value]);
  }
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
