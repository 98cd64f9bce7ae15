import type { Composition } from '@shop/remote-contract/composition';
import { splitLanguage } from '@shop/remote-contract/languages';
import { matchRemoteRoute, type RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { DocumentRequest } from '@shop/remote-contract/shell-build';

/** Finds the owner of a path, with or without its language. The same path always gives the same object. */
export type MatchRoute = (pathname: string) => RemoteRouteMatch | undefined;

/**
 * Creates the page's matcher. It matches each path once: the early load of the first screen, the route table and the
 * prefetch of links share the result.
 */
export function createRouteMatcher(composition: Composition): MatchRoute {
  const matches = new Map<string, RemoteRouteMatch | undefined>();
  return (pathname) => {
    const match =
      matches.get(pathname) ??
      matchRemoteRoute(composition, splitLanguage(pathname, composition.shell.languages).pathname);
    matches.set(pathname, match);
    return match;
  };
}

/** Returns the owner of a requested address, as the gateway has found it. A gateway before 1.4 of the contract finds none. */
export function getRequestedRoute({ composition, pathname, route }: DocumentRequest): RemoteRouteMatch | undefined {
  if (route === undefined) return matchRemoteRoute(composition, pathname);
  const remote = composition.remotes.find(({ name }) => name === route?.remote);
  const path = remote?.paths.find(({ id }) => id === route?.path);
  return remote && path && route ? { remote, path, params: route.params } : undefined;
}

/** True when the server renders the screen of a path, and not the frame only. */
export function isRenderedOnServer(match: RemoteRouteMatch | undefined): match is RemoteRouteMatch {
  return match?.path.access === 'open' && !match.path.isPrivate;
}
