import type { Composition } from '@shop/remote-contract/composition';
import type { Prefetch } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { useCallback } from 'react';
import { matchRemoteRoute } from './match-remote-route';
import type { ScreenRegistry } from './screen-registry';

/** Shoppers who save data, or sit on a very slow line, get nothing they did not ask for. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Loads the remote that owns an address and lets its screen ask for its data, when a shopper seems about to go there. */
export function usePrefetch(composition: Composition, screens: ScreenRegistry, store: AppStore): Prefetch {
  return useCallback(
    (to) => {
      if (isSavingData()) return;
      const address = typeof to === 'string' ? to : (to.pathname ?? '') + (to.search ?? '');
      // A section of the page that is open: there is nothing to fetch.
      if (!address || address.startsWith('#')) return;
      const url = new URL(address, window.location.href);
      const owner = matchRemoteRoute(composition, url.pathname);
      if (!owner) return;
      void screens.open(owner).result.then((result) => {
        if (result.kind === 'failed') screens.forgetFailure(owner);
        else
          result.screen.prefetch?.({
            params: owner.params,
            search: url.searchParams,
            dispatch: store.dispatch as never,
          });
      });
    },
    [composition, screens, store],
  );
}
