import { cacheNames, isPublicApiResponse } from './cache-policy';

/**
 * Caches a response of the store API on the device for offline reading. It caches only what is the same for every
 * shopper. A browser without a cache, or with a full one, works without offline reading.
 */
export async function cacheApiResponse(address: string, body: unknown): Promise<void> {
  if (!isPublicApiResponse(new URL(address)) || !('caches' in window)) return;
  const response = new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  try {
    await (await caches.open(cacheNames.apiResponses)).put(address, response);
  } catch {
    // Storage is full or blocked. The current page does not need the cache.
  }
}

/**
 * Registers the service worker for offline reading after the page has loaded. Development has no service worker, because
 * files change there under the same address.
 *
 * @param apiAddresses URLs of the API responses of the document.
 */
export function registerServiceWorker(env: string, apiAddresses: readonly string[]): void {
  if (env === 'development' || !('serviceWorker' in navigator)) return;
  const start = async () => {
    try {
      const { cacheVisitedPages } = await import(/* webpackChunkName: "cache-visited-pages" */ './cache-visited-pages');
      await cacheVisitedPages(apiAddresses);
    } catch {
      // The browser refuses workers or storage. Every page works without them while the device is online.
    }
  };
  if (document.readyState === 'complete') void start();
  else window.addEventListener('load', () => void start(), { once: true });
}
