import { cacheNames, classifyRequest, isCacheablePage, type VisitMessage } from './cache-policy';

interface LifetimeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface FetchEvent extends LifetimeEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}
interface WorkerEvents {
  install: LifetimeEvent;
  activate: LifetimeEvent;
  fetch: FetchEvent;
  message: LifetimeEvent & { data: VisitMessage };
}

/** The part of `ServiceWorkerGlobalScope` that the worker uses. The compiler's `dom` types cover windows only. */
export interface WorkerScope {
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  navigator: { onLine: boolean };
  location: { origin: string };
  caches: CacheStorage;
  fetch: (request: Request | string) => Promise<Response>;
}

type CacheKind = keyof typeof cacheNames;

/** A document without content of its own. The page reads its address and renders itself, whatever the address is. */
const fallbackPage = '/login';

/** The fallback of `/hi/products` is `/hi/login`. Without a language it is an address that no cache has. */
const getLocalizedFallback = (address: string) => `/${new URL(address).pathname.split('/')[1]}${fallbackPage}`;

/** Maximum number of cached entries. The oldest entries are evicted first. */
const maxEntries: Record<CacheKind, number> = { pages: 40, files: 400, apiResponses: 100 };

/**
 * Makes visited pages readable offline. While the device is online, documents and API responses come from the network
 * only, so that a promotion and a price show at once. Release files never change and come from the cache.
 *
 * @see docs/decisions/0014
 */
export function startWorker(scope: WorkerScope): void {
  const open = (kind: CacheKind) => scope.caches.open(cacheNames[kind]);
  const find = async (kind: CacheKind, address: string) => {
    try {
      // The cached request may lack headers that the server varies its responses by.
      return await scope.caches.match(address, { cacheName: cacheNames[kind], ignoreVary: true });
    } catch {
      // The browser cannot read its cache. The network still answers.
      return undefined;
    }
  };

  const evict = async (kind: CacheKind) => {
    const cache = await open(kind);
    const requests = await cache.keys();
    for (const request of requests.slice(0, Math.max(0, requests.length - maxEntries[kind])))
      await cache.delete(request);
  };
  const cacheFile = async (address: string, response: Response) => {
    if (response.ok) await (await open('files')).put(address, response);
  };
  const cachePage = async (address: string, response: Response) => {
    if (isCacheablePage(response)) await (await open('pages')).put(address, response);
  };

  const respondWithFile = async (event: FetchEvent) => {
    // A page that could not use the cached copy asks with `reload` for another one.
    const cached = event.request.cache === 'reload' ? undefined : await find('files', event.request.url);
    if (cached) return cached;
    const response = await scope.fetch(event.request);
    event.waitUntil(cacheFile(event.request.url, response.clone()));
    return response;
  };
  const respondWithPage = async (event: FetchEvent) => {
    try {
      const response = await scope.fetch(event.request);
      event.waitUntil(cachePage(event.request.url, response.clone()));
      return response;
    } catch {
      const { url } = event.request;
      for (const address of [url, getLocalizedFallback(url), fallbackPage]) {
        const cached = await find('pages', address);
        if (cached) return cached;
      }
      return Response.error();
    }
  };
  const respondWithApiResponse = async ({ request }: FetchEvent) =>
    (await find('apiResponses', request.url)) ?? Response.error();

  const cacheVisit = async ({ page, fallback = fallbackPage, files }: VisitMessage) => {
    for (const file of files) if (!(await find('files', file))) await cacheFile(file, await scope.fetch(file));
    if (page) {
      await (await open('pages')).put(fallback, await scope.fetch(fallback));
      if (!(await find('pages', page))) await cachePage(page, await scope.fetch(page));
    }
    await Promise.all([evict('pages'), evict('files'), evict('apiResponses')]);
  };

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => {
    const isCurrent = (name: string) => Object.values<string>(cacheNames).includes(name);
    const deleteOldCaches = async () => {
      for (const name of await scope.caches.keys()) if (!isCurrent(name)) await scope.caches.delete(name);
      await scope.clients.claim();
    };
    event.waitUntil(deleteOldCaches());
  });
  scope.addEventListener('fetch', (event) => {
    const kind = classifyRequest(event.request, scope.location.origin);
    if (kind === 'file') event.respondWith(respondWithFile(event));
    else if (kind === 'page') event.respondWith(respondWithPage(event));
    // While the device is online, API requests do not pass through the worker.
    else if (kind === 'api-response' && !scope.navigator.onLine) event.respondWith(respondWithApiResponse(event));
  });
  // A visit that cannot be cached is not available offline. No page waits for the result.
  scope.addEventListener('message', (event) => event.waitUntil(cacheVisit(event.data).catch(() => undefined)));
}
