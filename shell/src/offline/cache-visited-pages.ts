import { localizePath } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { isSavingData, whenIdle } from '../base/when-idle';
import type { VisitMessage } from './cache-policy';

/**
 * Registers the service worker for offline reading after the page has loaded. Development has no service worker, because
 * files change there under the same address.
 *
 * @param language BCP 47 tag of the page.
 * @param apiAddresses URLs of the API responses of the document.
 */
export function registerServiceWorker(env: string, language: string, apiAddresses: readonly string[]): void {
  if (env === 'development' || !('serviceWorker' in navigator)) return;
  // The browser may refuse workers or storage. Every page works without them while the device is online.
  const start = () => void cacheVisitedPages(language, apiAddresses).catch(() => undefined);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/**
 * Installs the service worker and tells it which pages to cache: the visited ones, and the cart, the orders and home, which a shopper
 * without a network looks for. The first page of a visit loads before the service worker exists, so the worker cannot see its
 * requests. The API responses of a rendered document have no request in the browser at all.
 *
 * @param language BCP 47 tag of the page.
 * @param apiAddresses URLs of the API responses of the document.
 */
async function cacheVisitedPages(language: string, apiAddresses: readonly string[]): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const post = (message: VisitMessage) => active?.postMessage(message);
  const localize = (path: string) => localizePath(language, path);
  post({ pages: [window.location.href], fallback: localize('/login'), apiResponses: apiAddresses });
  // The files that a screen may load later cost data. Without them the worker caches what the screen requests.
  if (!isSavingData()) {
    const postScreen = () => post({ screens: [window.location.pathname] });
    postScreen();
    // A browser without this event caches what the screen requests.
    window.navigation?.addEventListener('currententrychange', postScreen);
    whenIdle(() => {
      const home = localize(urls.home());
      // The banner of a page without a network promises the cart, so it comes first.
      post({ screens: [...[urls.cart(), urls.orders()].map(localize), home] });
      post({ pages: [new URL(home, window.location.origin).href] });
    });
  }
}
