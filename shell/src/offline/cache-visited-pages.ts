import { cacheMissingApiResponses } from './cache-api-response';
import { isReleaseFile, type VisitMessage } from './cache-policy';

/**
 * Installs the service worker and tells it which files this page consists of. The first page of a visit loads before the
 * service worker exists, so the worker cannot see its requests.
 *
 * @param apiAddresses URLs of the API responses that the document hands over.
 */
export async function cacheVisitedPages(apiAddresses: readonly string[]): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const post = (message: VisitMessage) => active?.postMessage(message);
  post({ page: window.location.href, files: [] });
  const observer = new PerformanceObserver((list) => {
    const names = list.getEntries().map(({ name }) => name);
    const files = names.filter((name) => isReleaseFile(new URL(name), window.location.origin));
    if (files.length > 0) post({ files });
  });
  observer.observe({ type: 'resource', buffered: true });
  await cacheMissingApiResponses(apiAddresses);
}
