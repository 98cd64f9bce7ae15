import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import type { GatewaySettings } from '../settings';

/** Settings of the deployment that pages are rendered with. */
export type PageSettings = Pick<GatewaySettings, 'orderAmounts' | 'publicApiBase' | 'publicUrl'>;

/**
 * Lists one request for each path pattern that visitors without a session can open. The first render of a page takes many
 * times as long as later ones. A parameter without known values gets any value: the code of its page runs in either case.
 */
export function listWarmUpRequests(composition: Composition, settings: PageSettings): PageRequest[] {
  const publicUrl = settings.publicUrl ?? 'http://localhost';
  return composition.remotes
    .flatMap(({ paths }) => paths)
    .filter(({ access }) => access === 'open')
    .map(({ pattern, known }) => ({
      composition,
      pathname: createPathname(pattern, known),
      search: '',
      hostname: new URL(publicUrl).hostname,
      settings: {
        orderAmounts: settings.orderAmounts,
        publicUrl,
        ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
      },
    }));
}

/** Replaces the parameters of a pattern. The pattern of all other paths, `*`, has no slash of its own. */
function createPathname(pattern: string, known: ComposedPath['known']): string {
  const path = pattern.replace(/:(\w+)\??|\*/g, (_, name: string | undefined) => known?.[name ?? '']?.[0] ?? '1');
  return path.startsWith('/') ? path : `/${path}`;
}
