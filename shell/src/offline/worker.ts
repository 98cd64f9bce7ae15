import {
  cacheNames,
  classifyRequest,
  copyDocument,
  isApiResponse,
  isCacheablePage,
  isFileOfItsType,
  isPublicApiResponse,
  isStorable,
  storedCopyHeader,
  type VisitMessage,
} from './cache-policy';
import { createListener } from './silence';

interface LifetimeEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface FetchEvent extends LifetimeEvent {
  request: Request;
  /** The page that sends the request. */
  clientId: string;
  /** The page that a navigation opens. */
  resultingClientId: string;
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
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
}

type CacheKind = keyof typeof cacheNames;

/** A document without content of its own. The page reads its address and renders itself, whatever the address is. */
const fallbackPage = '/login';

/** The fallback of `/hi/products` is `/hi/login`. Without a language it is an address that no cache has. */
const getLocalizedFallback = (address: string) => `/${new URL(address).pathname.split('/')[1]}${fallbackPage}`;

/** Maximum number of cached entries. The oldest entries are evicted first. */
const maxEntries: Record<CacheKind, number> = { pages: 40, files: 400, apiResponses: 100 };

/** Milliseconds after which the worker gives an API response of a document up. */
const shownResponseTimeoutMs = 20_000;

/** A file of a screen, as the gateway lists it. */
interface ListedFile {
  url: string;
  integrity: string;
}

/** Creates the functions that read and fill the caches of the worker. */
function createWorkerCaches(scope: WorkerScope) {
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
    if (isStorable(response) && isFileOfItsType(address, response)) await (await open('files')).put(address, response);
  };
  const fetchFile = async (url: string, integrity = '') => {
    const address = new URL(url, scope.location.origin).href;
    if (!(await find('files', address))) await cacheFile(address, await scope.fetch(address, { integrity }));
  };
  const cacheDocument = async (address: string, response: Response) => {
    const document = isStorable(response) ? await copyDocument(response) : null;
    if (!document) return;
    await (await open('pages')).put(address, document.copy);
    for (const [font] of document.html.matchAll(/\/r\/[\w./+-]+\.woff2/g)) await fetchFile(font);
  };
  const cachePage = async (address: string, response: Response) => {
    if (isCacheablePage(response)) await cacheDocument(address, response);
  };
  const cacheApiResponse = async (address: string, response: Response) => {
    if (!response.ok || !isApiResponse(response)) return;
    // A page that sees copies only knows what the API has besides the specification.
    const announced = [...response.headers].filter(([name]) => name.startsWith('accept-'));
    const headers = {
      ...Object.fromEntries(announced),
      'content-type': 'application/json',
      [storedCopyHeader]: 'true',
    };
    await (await open('apiResponses')).put(address, new Response(await response.text(), { headers }));
  };
  /** Caches the files of a screen that its composition lists. A gateway of an earlier release lists none. */
  const cacheScreen = async (screen: string) => {
    const response = await scope.fetch(`/-/composition?page=${encodeURIComponent(screen)}`, { cache: 'no-store' });
    const { files = [] }: { files?: ListedFile[] } = await response.json();
    // A file that is missing leaves the others.
    await Promise.allSettled(files.map(({ url, integrity }) => fetchFile(url, integrity)));
  };
  /** Caches an API response of a document, for the pages that show it after a navigation without a document. */
  const cacheShownResponse = async (address: string) => {
    if (!isPublicApiResponse(new URL(address)) || (await find('apiResponses', address))) return;
    const signal = AbortSignal.timeout(shownResponseTimeoutMs);
    const init = { headers: { accept: 'application/json' }, credentials: 'include', signal } as const;
    await cacheApiResponse(address, await scope.fetch(address, init));
  };
  const cacheShownResponses = async (addresses: readonly string[]) => {
    for (const address of addresses) await cacheShownResponse(address);
  };
  const cacheVisit = async ({ pages = [], fallback, apiResponses = [], screens = [] }: VisitMessage) => {
    if (fallback) await cacheDocument(fallback, await scope.fetch(fallback));
    for (const page of pages) if (!(await find('pages', page))) await cachePage(page, await scope.fetch(page));
    // After a failure the worker leaves out the others: the API or the storage refuses them too.
    await cacheShownResponses(apiResponses).catch(() => undefined);
    // A screen that cannot be cached leaves the others.
    for (const screen of screens) await cacheScreen(screen).catch(() => undefined);
    await Promise.all([evict('pages'), evict('files'), evict('apiResponses')]);
  };
  return { find, cacheFile, cachePage, cacheApiResponse, cacheVisit };
}

/**
 * Makes visited pages readable without a network, also without one that does not say so: it carries nothing, or answers with a
 * page of its own. Documents and API responses come from the network, so that a promotion and a price show at once. Their stored
 * copies answer when the network refuses or is silent for five seconds, and are marked as copies. Release files never change and come
 * from the cache. It caches only responses that have the type of what was requested.
 *
 * @see docs/decisions/0014
 */
export function startWorker(scope: WorkerScope): void {
  const { send, listen } = createListener((request) => scope.fetch(request));
  /** Pages that are copies. They do not wait for API responses that are not stored. */
  const copies = new Set<string>();
  const { find, cacheFile, cachePage, cacheApiResponse, cacheVisit } = createWorkerCaches(scope);
  /** Sends a request. The worker stays until `keep` has the response, also when the page no longer waits for it. */
  const request = (event: FetchEvent, keep: (address: string, response: Response) => Promise<void>) => {
    const answer = send(event.request);
    const kept = answer.then((response) => keep(event.request.url, response.clone()));
    event.waitUntil(kept.catch(() => undefined));
    return answer;
  };

  const respondWithFile = async (event: FetchEvent) => {
    const { url, cache } = event.request;
    // A page that could not use the cached copy asks with `reload` for another one.
    const cached = cache === 'reload' ? undefined : await find('files', url);
    if (cached) return cached;
    const response = await listen(event.request, request(event, cacheFile), 'origin');
    return response && (!response.ok || isFileOfItsType(url, response)) ? response : Response.error();
  };
  const respondWithPage = async (event: FetchEvent) => {
    const { url } = event.request;
    const answer = request(event, cachePage);
    const response = await listen(event.request, answer, 'deadline').catch(() => undefined);
    // A page of the network itself is shown too: the shopper may have to sign in there.
    if (response) return response;
    copies.add(event.resultingClientId);
    for (const address of [url, getLocalizedFallback(url), fallbackPage]) {
      const cached = await find('pages', address);
      if (cached) return cached;
    }
    return answer.catch(() => Response.error());
  };
  const respondWithApiResponse = async (event: FetchEvent) => {
    const cached = await find('apiResponses', event.request.url);
    if (!scope.navigator.onLine) return cached ?? Response.error();
    const answer = request(event, cacheApiResponse);
    const isWaiting = cached || copies.has(event.clientId);
    const patience = cached ? 'deadline' : 'any';
    const response = await (isWaiting ? listen(event.request, answer, patience) : answer).catch(() => undefined);
    return response && (!cached || isApiResponse(response)) ? response : (cached ?? Response.error());
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
    else if (kind === 'api-response') event.respondWith(respondWithApiResponse(event));
  });
  // A visit that cannot be cached is not available offline. No page waits for the result.
  scope.addEventListener('message', (event) => event.waitUntil(cacheVisit(event.data).catch(() => undefined)));
}
