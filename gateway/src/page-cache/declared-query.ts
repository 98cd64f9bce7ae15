import type { ComposedPath, Composition } from '@shop/remote-contract/composition';

/** Characters of a query, and of one value, up to which the server renders for it. Longer ones are no addresses of the shop. */
const maxQueryLength = 1024;
const maxValueLength = 200;

/** A remote's pattern that owns a path. */
export interface OwnerPattern {
  /** Name of the remote. */
  app: string;
  /** For example `/product/:id`. */
  pattern: string;
}

interface Pattern extends OwnerPattern {
  expression: RegExp;
  score: number;
  query: readonly string[] | undefined;
}

const compiled = new WeakMap<Composition, readonly Pattern[]>();

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
  const names = findPathOwner(composition, pathname)?.query;
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

/**
 * Finds the pattern that owns a path. The gateway does not match with React Router, which takes half a millisecond for each path
 * and would load React; a test compares the owners of both.
 */
export function findPathOwner(composition: Composition, pathname: string): Pattern | undefined {
  const patterns = compiled.get(composition) ?? compilePatterns(composition);
  compiled.set(composition, patterns);
  const path = decodePath(pathname);
  return patterns.find(({ expression }) => expression.test(path));
}

const compilePatterns = ({ remotes }: Composition): Pattern[] =>
  remotes
    .flatMap(({ name, paths }) => paths.flatMap((path) => compilePattern(name, path)))
    // The sort is stable: React Router also prefers the earlier of two patterns with one score.
    .sort((a, b) => b.score - a.score);

/** Compiles a pattern of React Router, once for each choice of its optional segments. */
function compilePattern(app: string, { pattern, query }: ComposedPath): Pattern[] {
  return listVariants(pattern.replace(/^\/*/, '/').split('/')).map((segments) => {
    const isSplat = segments.at(-1) === '*';
    const fixed = isSplat ? segments.slice(0, -1) : segments;
    const source = fixed.map((segment) => (isParameter(segment) ? '[^/]+' : escapeExpression(segment))).join('/');
    return {
      app,
      pattern,
      expression: new RegExp(isSplat ? `^${source}(/.*)?$` : `^${source.replace(/\/+$/, '')}/*$`, 'i'),
      score: getScore(segments),
      query,
    };
  });
}

function listVariants([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  const variants = listVariants(rest);
  if (!first.endsWith('?')) return variants.map((variant) => [first, ...variant]);
  return [...variants.map((variant) => [first.slice(0, -1), ...variant]), ...variants];
}

const isParameter = (segment: string) => /^:[\w-]+$/.test(segment);

/** The rank that React Router gives a pattern. */
function getScore(segments: readonly string[]): number {
  const scores = segments.map((segment) => {
    if (segment === '*') return -2;
    if (segment === '') return 1;
    return isParameter(segment) ? 3 : 10;
  });
  return scores.reduce((sum, score) => sum + score, segments.length);
}

const escapeExpression = (text: string) => text.replace(/[\\.*+^${}|()[\]]/g, '\\$&');

/** Decodes each segment. A slash inside a segment stays encoded. */
function decodePath(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}
