/**
 * Starts keeping what is visited for offline reading, once the page has everything it needs itself. Not in development:
 * there, files change under one address.
 */
export function registerServiceWorker(env: string): void {
  if (env === 'development' || !('serviceWorker' in navigator)) return;
  const start = async () => {
    try {
      const { cacheVisitedPages } = await import(/* webpackChunkName: "cache-visited-pages" */ './cache-visited-pages');
      await cacheVisitedPages();
    } catch {
      // A browser that refuses workers or storage reads the shop on a line only, as every page works without them.
    }
  };
  if (document.readyState === 'complete') void start();
  else window.addEventListener('load', () => void start(), { once: true });
}
