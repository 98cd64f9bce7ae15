import type { Composition } from '@shop/remote-contract/composition';
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
      pathname: pattern.replace(/:(\w+)\??|\*/g, (_, name: string | undefined) => known?.[name ?? '']?.[0] ?? '1'),
      search: '',
      hostname: new URL(publicUrl).hostname,
      settings: {
        orderAmounts: settings.orderAmounts,
        publicUrl,
        ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
      },
    }));
}
