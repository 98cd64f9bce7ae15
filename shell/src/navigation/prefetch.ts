import { urls } from '@shop/remote-contract/urls';
import type { To } from '@shop/router/router';
import type { AppStore } from '@shop/store/create-app-store';
import type { FirstInput } from '../base/first-input';
import { isSavingData, whenIdle } from '../base/when-idle';
import type { MatchRoute } from '../remotes/routes';
import type { ScreenRegistry } from '../remotes/screen-registry';
import { createLoadSlot, type SlotHost } from '../slots/slot-host';

/** Addresses whose screens most visits open. Only the path matters: the data of a screen is not prefetched. */
const likelyAddresses = [urls.product('any'), urls.productList(), urls.cart()];

/**
 * Loads the code of the screens that most visits open, one after another while the page is idle. It starts after the first
 * input on the page, because a visit without input opens no further screen. The versions that the document omits follow.
 */
export function prefetchLikelyScreens(
  firstInput: FirstInput,
  matchRoute: MatchRoute,
  screens: ScreenRegistry,
  loadVersions: () => Promise<void>,
): void {
  const waiting = likelyAddresses.map(matchRoute).filter((match) => match !== undefined);
  const loadNext = () => {
    const match = waiting.shift();
    // The first page of a remote without a version asks again after a failure.
    if (!match) return void loadVersions().catch(() => undefined);
    void screens.prefetch(match).then(() => whenIdle(loadNext));
  };
  void firstInput.promise.then(() => {
    if (!isSavingData()) whenIdle(loadNext);
  });
}

/** Where the code and data of a link's target come from. */
export interface PrefetchSources {
  /** BCP 47 tag of the page. */
  language: string;
  matchRoute: MatchRoute;
  screens: ScreenRegistry;
  slots: SlotHost;
  store: AppStore;
  /** Whether this document may show the page of a path. Another document prefetches nothing from it. */
  isCovered: (pathname: string) => boolean;
}

/** Loads the remote that owns the address of a link, and lets the screen load its data. */
export function prefetchTarget(
  to: To,
  { language, matchRoute, screens, slots, store, isCovered }: PrefetchSources,
): void {
  if (isSavingData()) return;
  const address = typeof to === 'string' ? to : (to.pathname ?? '') + (to.search ?? '');
  // A link to a section of the current page needs no prefetch.
  if (!address || address.startsWith('#')) return;
  const url = new URL(address, window.location.href);
  const match = matchRoute(url.pathname);
  if (!match || !isCovered(url.pathname)) return;
  void screens.prefetch(match).then((result) => {
    if (result.kind === 'failed') return;
    void result.screen
      .load?.({
        params: match.params,
        search: url.searchParams,
        dispatch: store.dispatch,
        language,
        loadSlot: createLoadSlot(slots),
      })
      // What a screen cannot load, it reports when it renders.
      .catch(() => {});
  });
}
