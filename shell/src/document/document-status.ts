import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';

/** Status of the document for a match: 404 when the path declares it, or when a parameter has an unknown value. */
export function documentStatus({ path, params }: Pick<RemoteRouteMatch, 'path' | 'params'>): 200 | 404 {
  const isKnown = Object.entries(path.known ?? {}).every(([name, values]) => values.includes(params[name] ?? ''));
  return path.status ?? (isKnown ? 200 : 404);
}
