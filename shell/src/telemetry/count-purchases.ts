import { urls } from '@shop/remote-contract/urls';
import type { CountEvent } from './count-event';

const countedPaths = new Map<string, 'checkoutsStarted' | 'ordersPlaced'>([
  [urls.checkout(), 'checkoutsStarted'],
  [urls.orderSuccess(), 'ordersPlaced'],
]);

/**
 * Counts started checkouts and placed orders by the pages that the shopper visits. Each page counts once in a document,
 * and a reload does not count again. A browser without the Navigation API counts only the first page of a document.
 */
export function countPurchases(count: CountEvent): void {
  const counted = new Set<string>(isReloadedDocument() ? [window.location.pathname] : []);
  const countPage = () => {
    const { pathname } = window.location;
    const counter = countedPaths.get(pathname);
    if (counter && !counted.has(pathname)) count(counter);
    counted.add(pathname);
  };
  countPage();
  if ('navigation' in window) window.navigation.addEventListener('currententrychange', countPage);
}

function isReloadedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
}
