import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';

/** What a page asked the browser to load. */
export interface NavigationWatch {
  /** Addresses that the page asked to navigate to, also those that no browser loads, such as `upi:`. */
  navigations: string[];
  /** Addresses of requests to other hosts, of any type. */
  foreignRequests: string[];
}

const ownHosts = new Set([new URL(addresses.shop).host, new URL(addresses.api).host]);

/** True for a request to the shop or the store API, and for one that reaches no host. */
function isOwnRequest(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return !protocol.startsWith('http') || ownHosts.has(host);
}

/** True for an address of the shop's own origin. */
export const isShopAddress = (address: string | URL): boolean => new URL(address).origin === addresses.shop;

/** Starts to watch a page. */
export async function watchNavigation(page: Page): Promise<NavigationWatch> {
  const watch: NavigationWatch = { navigations: [], foreignRequests: [] };
  page.on('request', (request) => {
    if (!isOwnRequest(request.url())) watch.foreignRequests.push(request.url());
  });
  // A browser without the app of a link does not report the navigation in any other way.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => watch.navigations.push(url));
  return watch;
}
