import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { ownHosts, watchExecution } from './watch-execution';

/** What happened in a page that no address and no text from outside may cause. */
export interface EffectWatch {
  /** Executions that no call of `takeEffects` has listed. */
  executions: readonly string[];
  /** Lists the effects since the last call: executions, violations of policies, requests to other hosts. */
  takeEffects: () => string[];
  /** Lists the addresses that the page asked to navigate to since the last call, also those that no browser loads, such as `upi:`. */
  takeNavigations: () => string[];
}

/** True for a request to the shop or the store API, and for one that reaches no host. */
function isOwnRequest(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return !protocol.startsWith('http') || ownHosts.has(host);
}

/** True for an address of the shop's own origin. */
export const isShopAddress = (address: string | URL): boolean => new URL(address).origin === addresses.shop;

/** Starts to watch a page and its context. */
export async function watchEffects(page: Page): Promise<EffectWatch> {
  const { executions, violations, requests } = await watchExecution(page.context());
  const [navigations, foreignRequests]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!isOwnRequest(request.url())) foreignRequests.push(request.url());
  });
  // A browser without the app of a link does not report the navigation in any other way.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => navigations.push(url));
  return {
    executions,
    takeEffects: () => [executions, violations, requests, foreignRequests].flatMap((list) => list.splice(0)),
    takeNavigations: () => navigations.splice(0),
  };
}
