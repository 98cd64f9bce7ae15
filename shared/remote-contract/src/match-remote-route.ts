import { matchPath, matchRoutes } from '@shop/router/router';
import type { Composition, PathOwner } from './composition';
import { urls } from './urls';

/** The remote and path that own an address, with the values of the pattern's parameters. */
export interface RemoteRouteMatch extends PathOwner {
  /** Decoded values by parameter name: `{ id: 'a/b' }` for `/product/a%2Fb`. */
  params: Readonly<Record<string, string | undefined>>;
}

const shellPaths = [urls.login(), urls.register()];

/** True for the sign-in and registration screens. The shell shows them itself, whatever patterns the remotes declare. */
export function isShellPath(pathname: string): boolean {
  return shellPaths.some((path) => matchPath(path, pathname) !== null);
}

/**
 * Finds the remote that owns a path, by the path patterns of the composition's releases. React Router ranks the patterns:
 * the most specific one wins. The document on the server and the router in the browser both call this function, so they
 * always agree on the owner.
 *
 * @param pathname Path without the query, as in `location.pathname`.
 * @returns `undefined` when the path belongs to the shell or no remote of the composition owns it.
 * @example matchRemoteRoute(composition, '/product/7') // { remote: mf-catalog, path: product, params: { id: '7' } }
 */
export function matchRemoteRoute(composition: Composition, pathname: string): RemoteRouteMatch | undefined {
  if (isShellPath(pathname)) return undefined;
  const routes = composition.remotes.flatMap((remote) =>
    remote.paths.map((path) => ({ path: path.pattern, handle: { remote, path } })),
  );
  const match = matchRoutes(routes, { pathname })?.at(-1);
  return match && { ...match.route.handle, params: match.params };
}
