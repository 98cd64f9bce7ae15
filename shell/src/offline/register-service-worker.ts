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
