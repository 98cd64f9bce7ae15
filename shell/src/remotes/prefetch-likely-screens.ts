import { urls } from '@shop/remote-contract/urls';
import type { MatchRoute } from './create-route-matcher';
import type { ScreenRegistry } from './screen-registry';

/** True when the shopper saves data or has a very slow connection. The shop then prefetches nothing. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Addresses whose screens most visits open. Only the path matters: the data of a screen is not prefetched. */
const likelyAddresses = [urls.product('any'), urls.productList(), urls.cart()];

const inputEvents = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Loads the code of the screens that most visits open, one after another while the page is idle. It starts after the first
 * input on the page, because a visit without input opens no further screen.
 *
 * @param page The window of the page.
 * @returns Stops waiting for input.
 */
export function prefetchLikelyScreens(matchRoute: MatchRoute, screens: ScreenRegistry, page: Window): () => void {
  const whenIdle = page.requestIdleCallback?.bind(page) ?? ((work: () => void) => page.setTimeout(work, 200));
  const waiting = likelyAddresses.map(matchRoute).filter((match) => match !== undefined);
  const loadNext = () => {
    const match = waiting.shift();
    if (!match) return;
    void screens.open(match).result.then((result) => {
      if (result.kind === 'failed') screens.forgetFailure(match);
      whenIdle(loadNext);
    });
  };
  const stop = () => {
    for (const name of inputEvents) page.removeEventListener(name, start, true);
  };
  function start(): void {
    stop();
    if (!isSavingData()) whenIdle(loadNext);
  }
  for (const name of inputEvents) page.addEventListener(name, start, { capture: true, passive: true });
  return stop;
}
