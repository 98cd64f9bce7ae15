import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import { type LocalizedPath, splitLanguage } from '@shop/remote-contract/languages';
import { matchRemoteRoute, type RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';

/** The page that an address names in a composition. */
export interface FoundPage extends LocalizedPath {
  /** Undefined when no remote owns the address. */
  match: RemoteRouteMatch | undefined;
  /**
   * The query, reduced to the parameters that the owner of the path declares, sorted by name. Other parameters, such as
   * `utm_source`, change no page. A repeated parameter keeps its values in their order. Null when the owner declares nothing, or
   * when the query is too long: the server then renders no content for the address.
   */
  search: string | null;
}

/** Characters of a query, and of one value, up to which the server renders for it. Longer ones are not addresses of the shop. */
const maxQueryLength = 1024;
const maxValueLength = 200;

/**
 * Finds the page of an address. A request is matched here, and nowhere else on the server. The page has the letter case of its
 * language, and that of known values of parameters, such as the names of policies. The letter case of other values, such as ids, counts.
 *
 * @param address Path of the address, as a browser normalizes it. It begins with the language, if the shell has it.
 * @param search Query of the address with its `?`; empty without a query.
 * @example findPage(composition, '/products', '?utm_source=x&page=2&category=cookware').search // '?category=cookware&page=2'
 */
export function findPage(composition: Composition, address: string, search: string): FoundPage {
  const { languages = [] } = composition.shell;
  const [, first = ''] = address.split('/', 2);
  const localized = splitLanguage(
    address.replace(first, () => correctCase(first, languages)),
    languages,
  );
  const match = matchRemoteRoute(composition, localized.pathname);
  const pathname = match ? correctKnownValues(localized.pathname, match.path) : localized.pathname;
  return { ...localized, pathname, match, search: reduceQuery(match?.path.query, search) };
}

/** Gives a text the letter case of an equal value: keyboards of phones begin a word with a capital letter. */
function correctCase(text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}

/** Gives the known values of parameters in a path their letter case. */
function correctKnownValues(pathname: string, { pattern, known = {} }: ComposedPath): string {
  const parts = pattern.split('/');
  const correct = (segment: string, index: number) => {
    const [, name] = /^:(.+)$/.exec(parts[index] ?? '') ?? [];
    return correctCase(segment, (name && known[name]) || []);
  };
  return pathname.split('/').map(correct).join('/');
}

/**
 * Adds the parameters of a request that the owner of its path does not declare to the address of its redirect.
 * Analytics tell campaigns by them.
 *
 * @param location Path with an optional query and hash. Its own parameters stay as they are.
 * @example keepOtherParameters('/products?page=2', found, '?utm_source=x&page=2') // '/products?page=2&utm_source=x'
 */
export function keepOtherParameters(location: string, { match }: Pick<FoundPage, 'match'>, search: string): string {
  const [, address = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(location) ?? [];
  const [, query = ''] = address.split('?');
  const others = new URLSearchParams(search);
  for (const name of [...(match?.path.query ?? []), ...new URLSearchParams(query).keys()]) others.delete(name);
  if (others.size === 0) return location;
  return `${address}${query ? '&' : '?'}${others}${hash}`;
}

function reduceQuery(names: readonly string[] | undefined, search: string): string | null {
  if (search.length <= 1) return '';
  if (!names || search.length > maxQueryLength) return null;
  const query = new URLSearchParams(search);
  const kept: [string, string][] = [];
  for (const name of names) {
    const values = query.getAll(name);
    if (values.some((value) => value.length > maxValueLength)) return null;
    kept.push(...values.map((value): [string, string] => [name, value]));
  }
  kept.sort(([a], [b]) => (a === b ? 0 : a < b ? -1 : 1));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}
