import { cacheNames, classifyRequest, isCacheablePage, type VisitMessage } from './cache-policy';
import type { FetchEvent, WorkerScope } from './worker-scope';

/**
 * A document without a word of its own: the page reads its address and draws itself. Sign-in is never rendered on a
 * server, and no remote owns it.
 */
const emptyPage = '/login';

/** Entries kept; the ones that were written longest ago go first. */
const limits = { pages: 40, files: 400, answers: 100 };

/**
 * Keeps what was visited readable without a line. While there is one, documents and answers come from the network and
 * from nowhere else, so that a promotion and a price show at once; released files never change, and come from the device.
 *
 * @see docs/decisions/0007
 */
export function startWorker(scope: WorkerScope): void {
  const open = (name: keyof typeof cacheNames) => scope.caches.open(cacheNames[name]);
  const find = (name: keyof typeof cacheNames, address: string) =>
    // A server may vary its answers by headers that a kept one was not asked with.
    scope.caches.match(address, { cacheName: cacheNames[name], ignoreVary: true });

  const trim = async (name: keyof typeof cacheNames) => {
    const cache = await open(name);
    const kept = await cache.keys();
    for (const request of kept.slice(0, Math.max(0, kept.length - limits[name]))) await cache.delete(request);
  };
  const keepFile = async (address: string, response: Response) => {
    if (response.ok) await (await open('files')).put(address, response);
  };
  const keepPage = async (address: string, response: Response) => {
    if (isCacheablePage(response)) await (await open('pages')).put(address, response);
  };

  const readFile = async (event: FetchEvent) => {
    const kept = await find('files', event.request.url);
    if (kept) return kept;
    const response = await scope.fetch(event.request);
    event.waitUntil(keepFile(event.request.url, response.clone()));
    return response;
  };
  const readPage = async (event: FetchEvent) => {
    try {
      const response = await scope.fetch(event.request);
      event.waitUntil(keepPage(event.request.url, response.clone()));
      return response;
    } catch {
      return (await find('pages', event.request.url)) ?? (await find('pages', emptyPage)) ?? Response.error();
    }
  };
  const readAnswer = async ({ request }: FetchEvent) => (await find('answers', request.url)) ?? Response.error();

  const keepVisit = async ({ page, files }: VisitMessage) => {
    for (const file of files) if (!(await find('files', file))) await keepFile(file, await scope.fetch(file));
    if (page) {
      await (await open('pages')).put(emptyPage, await scope.fetch(emptyPage));
      if (!(await find('pages', page))) await keepPage(page, await scope.fetch(page));
    }
    await Promise.all([trim('pages'), trim('files'), trim('answers')]);
  };

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => {
    const isOurs = (name: string) => Object.values<string>(cacheNames).includes(name);
    const removeOld = async () => {
      for (const name of await scope.caches.keys()) if (!isOurs(name)) await scope.caches.delete(name);
      await scope.clients.claim();
    };
    event.waitUntil(removeOld());
  });
  scope.addEventListener('fetch', (event) => {
    const kind = classifyRequest(event.request, scope.location.origin);
    if (kind === 'file') event.respondWith(readFile(event));
    else if (kind === 'page') event.respondWith(readPage(event));
    // On a line the worker stays out of the way of the API.
    else if (kind === 'answer' && !scope.navigator.onLine) event.respondWith(readAnswer(event));
  });
  // What could not be kept is simply not there later; nobody waits for it.
  scope.addEventListener('message', (event) => event.waitUntil(keepVisit(event.data).catch(() => undefined)));
}
