import { urls } from '@shop/remote-contract/urls';
import type { AppHistory, To } from '@shop/router/router';
import type { PageHealth } from './page-health';

const countedPaths = new Map<string, 'checkoutsStarted' | 'ordersPlaced'>([
  [urls.checkout(), 'checkoutsStarted'],
  [urls.orderSuccess(), 'ordersPlaced'],
]);

/**
 * Counts checkouts that begin and orders that are placed, by the pages a shopper comes to; each once in a document.
 *
 * @param isReload Whether this document was loaded before, at the same place: nothing new happened there.
 * @returns The history to navigate with.
 */
export function countPurchases(history: AppHistory, { count }: PageHealth, isReload: boolean): AppHistory {
  const counted = new Set<string>(isReload ? [history.location.pathname] : []);
  const look = () => {
    const { pathname } = history.location;
    const what = countedPaths.get(pathname);
    if (what && !counted.has(pathname)) count(what);
    counted.add(pathname);
  };
  look();
  const push = (to: To, state?: unknown) => {
    history.push(to, state);
    look();
  };
  const replace = (to: To, state?: unknown) => {
    history.replace(to, state);
    look();
  };
  return Object.create(history, { push: { value: push }, replace: { value: replace } });
}

/** Whether the browser loaded this document anew, or went back to it. */
export function isReloadedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
}
