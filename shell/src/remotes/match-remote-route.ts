import type { ComposedPath, Composition, PathOwner } from '@shop/remote-contract/composition';
import { urls } from '@shop/remote-contract/urls';
import { matchPath, matchRoutes } from '@shop/router/router';

/** Whether a path is one of the session's screens: the shell's own, whatever patterns remotes declare. */
export const isShellPath = (pathname: string): boolean =>
  [urls.login(), urls.register()].some((path) => matchPath(path, pathname) !== null);

/** The owner of an address, with the values of the pattern's parameters. */
export interface MatchedRemoteRoute extends PathOwner {
  params: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds which remote owns a path, by the patterns its release declares; the most specific pattern wins, as everywhere in
 * React Router.
 *
 * @param pathname Path without query, as in `location.pathname`.
 * @returns Nothing when the path is the shell's own or no remote of the composition owns it.
 */
export function matchRemoteRoute(composition: Composition, pathname: string): MatchedRemoteRoute | undefined {
  if (isShellPath(pathname)) return undefined;
  const owners = composition.remotes.flatMap((remote) => remote.paths.map((path) => ({ remote, path })));
  const routes = owners.map((owner) => ({ path: owner.path.pattern, handle: owner }));
  const match = matchRoutes(routes, { pathname })?.at(-1);
  if (!match) return undefined;
  const { remote, path } = match.route.handle;
  return { remote, path, params: match.params };
}

/** Status of the document for a path: 404 where the path says so or a parameter has no known value. */
export function documentStatus(path: ComposedPath, params: MatchedRemoteRoute['params']): 200 | 404 {
  const isKnown = Object.entries(path.known ?? {}).every(([name, values]) => values.includes(params[name] ?? ''));
  return path.status ?? (isKnown ? 200 : 404);
}

/** Whether search engines leave the page out: it asks for sign-in, says so itself, or is not there. */
export function isPrivatePage(path: ComposedPath, params: MatchedRemoteRoute['params']): boolean {
  return path.access === 'signed-in' || path.isPrivate === true || documentStatus(path, params) === 404;
}
