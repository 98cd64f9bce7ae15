import { isReleasedFile, type VisitMessage } from './cache-policy';

/**
 * Installs the shop's worker and tells it what this page is made of: the first page of a visit was loaded before there
 * was a worker to see it.
 */
export async function cacheVisitedPages(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  const { active } = await serviceWorker.ready;
  const tell = (message: VisitMessage) => active?.postMessage(message);
  tell({ page: window.location.href, files: [] });
  const watch = new PerformanceObserver((list) => {
    const names = list.getEntries().map(({ name }) => name);
    const files = names.filter((name) => isReleasedFile(new URL(name), window.location.origin));
    if (files.length > 0) tell({ files });
  });
  watch.observe({ type: 'resource', buffered: true });
}
