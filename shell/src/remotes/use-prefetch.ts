import type { Prefetch } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import { useCallback } from 'react';
import { createLoadSlot, type SlotCodeEntry } from '../slots/page-slots';
import type { MatchRoute } from './create-route-matcher';
import { isSavingData } from './prefetch-likely-screens';
import type { ScreenRegistry } from './screen-registry';

/** Where the code and data of a link's target come from. */
interface PrefetchSources {
  matchRoute: MatchRoute;
  screens: ScreenRegistry;
  slots: SlotCodeEntry;
  store: AppStore;
  /** Whether this document may show the page of a path. Another document prefetches nothing from it. */
  isCovered: (pathname: string) => boolean;
}

/**
 * Gives the function that links call on hover, focus and touch. It loads the remote that owns the link's address and lets
 * the screen load its data.
 */
export function usePrefetch({ matchRoute, screens, slots, store, isCovered }: PrefetchSources): Prefetch {
  return useCallback(
    (to) => {
      if (isSavingData()) return;
      const address = typeof to === 'string' ? to : (to.pathname ?? '') + (to.search ?? '');
      // A link to a section of the current page needs no prefetch.
      if (!address || address.startsWith('#')) return;
      const url = new URL(address, window.location.href);
      const match = matchRoute(url.pathname);
      if (!match || !isCovered(url.pathname)) return;
      void screens.open(match).result.then((result) => {
        if (result.kind === 'failed') screens.forgetFailure(match);
        else
          void result.screen
            .load?.({
              params: match.params,
              search: url.searchParams,
              dispatch: store.dispatch,
              loadSlot: createLoadSlot(slots),
            })
            // What a screen cannot load, it reports when it renders.
            .catch(() => {});
      });
    },
    [matchRoute, screens, slots, store, isCovered],
  );
}
