import { localizePath } from '@shop/remote-contract/languages';
import { cacheApiResponse } from './cache-api-response';
import { cacheNames, isPublicApiResponse, isReleaseFile, type VisitMessage } from './cache-policy';

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
 * Installs the service worker and tells it which files this page consists of. The first page of a visit loads before the
 * service worker exists, so the worker cannot see its requests.
 *
 * @param language BCP 47 tag of the page.
 * @param apiAddresses URLs of the API responses of the document.
 */
async function cacheVisitedPages(language: string, apiAddresses: readonly string[]): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const post = (message: VisitMessage) => active?.postMessage(message);
  post({ page: window.location.href, fallback: localizePath(language, '/login'), files: [] });
  const observer = new PerformanceObserver((list) => {
    const names = list.getEntries().map(({ name }) => name);
    const files = names.filter((name) => isReleaseFile(new URL(name), window.location.origin));
    if (files.length > 0) post({ files });
  });
  observer.observe({ type: 'resource', buffered: true });
  await cacheMissingApiResponses(apiAddresses);
}

/**
 * Requests the API responses of a document, unless the device has them, for the pages that show them after a
 * navigation without a document. The document itself serves its own address only.
 *
 * @param addresses URLs of the responses.
 */
export async function cacheMissingApiResponses(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheNames.apiResponses);
  for (const address of addresses) {
    if (!isPublicApiResponse(new URL(address)) || (await cache.match(address, { ignoreVary: true }))) continue;
    const response = await fetch(address, { headers: { accept: 'application/json' }, credentials: 'include' });
    if (response.ok) await cacheApiResponse(address, await response.json());
  }
}
