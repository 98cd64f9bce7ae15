import type { Composition, PathOwner } from './composition';

/** The remote and path that own an address, with the values of the pattern's parameters. */
export interface RemoteRouteMatch extends PathOwner {
  /** Decoded values by parameter name: `{ id: 'a/b' }` for `/product/a%2Fb`. */
  params: Readonly<Record<string, string | undefined>>;
}

/** The screens that the shell shows itself, whatever patterns the remotes declare. */
const shellPath = /^\/(login|register)\/*$/i;

/** Finds the screen that the shell shows at a path: `login`, `register`, or undefined. */
export const findShellScreen = (pathname: string): 'login' | 'register' | undefined =>
  shellPath.exec(decodePath(pathname))?.[1]?.toLowerCase() as 'login' | 'register' | undefined;

/** True for the sign-in and registration screens. */
export const isShellPath = (pathname: string): boolean => findShellScreen(pathname) !== undefined;

/**
 * Finds the remote that owns a path, by the path patterns of the composition's releases. The most specific pattern wins, as
 * React Router ranks them. The gateway and the router in the browser both call this function, so they always agree.
 *
 * @param composition Its patterns are compiled once for each object.
 * @param pathname Path without the query, as in `location.pathname`.
 * @returns `undefined` when the path belongs to the shell or no remote of the composition owns it.
 * @example matchRemoteRoute(composition, '/product/7') // { remote: mf-catalog, path: product, params: { id: '7' } }
 */
export function matchRemoteRoute(composition: Composition, pathname: string): RemoteRouteMatch | undefined {
  if (isShellPath(pathname)) return undefined;
  const match = matchRoute(listRoutes(composition), pathname);
  return match && { ...match.route.owner, params: match.params };
}

export interface RouteMatch<Route> {
  route: Route;
  /** Decoded values by parameter name: `{ id: 'a/b' }` for `/product/a%2Fb`. */
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the route of a path among all routes of a page. The most specific pattern wins, as React Router ranks them.
 *
 * @param routes Their patterns are compiled once for each list.
 * @param pathname Path without the query, as in `location.pathname`.
 * @example matchRoute([{ pattern: '/product/:id', Screen }], '/product/7') // { route: { pattern: '/product/:id', Screen }, params: { id: '7' } }
 */
export function matchRoute<Route extends { pattern: string }>(
  routes: readonly Route[],
  pathname: string,
): RouteMatch<Route> | undefined {
  const path = decodePath(pathname);
  for (const { expression, names, index } of getPatterns(routes)) {
    const values = expression.exec(path)?.slice(1);
    const route = routes[index];
    if (!values || !route) continue;
    return { route, params: Object.fromEntries(names.map((name, at) => [name, decodeSlashes(values[at])])) };
  }
  return undefined;
}

interface RemoteRoute {
  pattern: string;
  owner: PathOwner;
}

const routesByComposition = new WeakMap<Composition, readonly RemoteRoute[]>();

function listRoutes(composition: Composition): readonly RemoteRoute[] {
  const known = routesByComposition.get(composition);
  if (known) return known;
  const routes = composition.remotes.flatMap((remote) =>
    remote.paths.map((path) => ({ pattern: path.pattern, owner: { remote, path } })),
  );
  routesByComposition.set(composition, routes);
  return routes;
}

interface Pattern {
  /** One group for each name. */
  expression: RegExp;
  names: readonly string[];
  score: number;
  /** Place of its route in the list. */
  index: number;
}

type Patterned = readonly { pattern: string }[];

const compiled = new WeakMap<Patterned, readonly Pattern[]>();

function getPatterns(routes: Patterned): readonly Pattern[] {
  const known = compiled.get(routes);
  if (known) return known;
  const patterns = routes
    .flatMap(({ pattern }, index) => compilePattern(pattern, index))
    // The sort is stable: React Router also prefers the earlier of two patterns with one score.
    .sort((a, b) => b.score - a.score);
  compiled.set(routes, patterns);
  return patterns;
}

/** Compiles a pattern of React Router, once for each choice of its optional segments. */
function compilePattern(pattern: string, index: number): Pattern[] {
  return listVariants(pattern.replace(/^\/*/, '/').split('/')).map((segments) => {
    const isSplat = segments.at(-1) === '*';
    const fixed = isSplat ? segments.slice(0, -1) : segments;
    const source = fixed.map((segment) => (isParameter(segment) ? '([^/]+)' : escapeExpression(segment))).join('/');
    return {
      expression: new RegExp(isSplat ? `^${source}(?:/(.*))?$` : `^${source.replace(/\/+$/, '')}/*$`, 'i'),
      names: [...fixed.filter(isParameter).map((segment) => segment.slice(1)), ...(isSplat ? ['*'] : [])],
      score: getScore(segments),
      index,
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

const decodeSlashes = (value: string | undefined) => value?.replaceAll('%2F', '/') ?? '';
