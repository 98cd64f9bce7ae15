import { urls } from '@shop/remote-contract/urls';
import type { CountEvent } from './count-event';

const countedPaths = new Map<string, 'checkoutsStarted' | 'ordersPlaced'>([
  [urls.checkout(), 'checkoutsStarted'],
  [urls.orderSuccess(), 'ordersPlaced'],
]);

/**
 * Counts checkouts that begin and orders that are placed, by the pages a shopper comes to; each once in a document, and
 * not in one that was loaded anew. A browser without the Navigation API counts the page that a document begins with.
 */
export function countPurchases(count: CountEvent): void {
  const counted = new Set<string>(isReloadedDocument() ? [window.location.pathname] : []);
  const look = () => {
    const { pathname } = window.location;
    const what = countedPaths.get(pathname);
    if (what && !counted.has(pathname)) count(what);
    counted.add(pathname);
  };
  look();
  if ('navigation' in window) window.navigation.addEventListener('currententrychange', look);
}

function isReloadedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
}
