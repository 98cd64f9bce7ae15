import { cacheNames, classifyRequest, isCacheablePage, type VisitMessage } from './cache-policy';
import { startWorker, type WorkerScope } from './worker';

const shop = 'https://shop.example';
const api = 'https://api.shop.example/api/v1';

/** Caches in memory: the methods that the worker uses. */
class MemoryCaches {
  readonly all = new Map<string, Map<string, Response>>();
  private readonly contents = (name: string) => {
    const known = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, known);
    return known;
  };
  open = async (name: string) => {
    const entries = this.contents(name);
    return {
      put: async (address: string, response: Response) => {
        const { href } = new URL(address, shop);
        entries.delete(href);
        entries.set(href, response);
      },
      keys: async () => [...entries.keys()],
      delete: async (address: string) => entries.delete(address),
    };
  };
  match = async (address: string, { cacheName }: { cacheName: string }) =>
    this.contents(cacheName).get(new URL(address, shop).href)?.clone();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  list = (name: keyof typeof cacheNames) =>
    [...this.contents(cacheNames[name]).keys()].map((href) => href.replace(shop, ''));
}

interface Sent {
  url: string;
  mode?: string;
  method?: string;
  cache?: RequestCache;
}

/** Starts the worker with a fake network, and returns functions that dispatch events to it. */
function startFakeWorker() {
  const caches = new MemoryCaches();
  const navigator = { onLine: true };
  const fetched: string[] = [];
  const network = new Map<string, () => Response>();
  const listeners = new Map<string, (event: object) => void>();
  let work: Promise<unknown>[] = [];
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
    navigator,
    location: { origin: shop },
    caches,
    fetch: async (request: Sent | string) => {
      const { href } = new URL(typeof request === 'string' ? request : request.url, shop);
      fetched.push(href.replace(shop, ''));
      const createResponse = network.get(href);
      if (!navigator.onLine || !createResponse) throw new TypeError('Failed to fetch');
      return createResponse();
    },
  };
  startWorker(scope as unknown as WorkerScope);
  const dispatch = async (name: string, event: object = {}) => {
    work = [];
    let responding: Promise<Response> | undefined;
    listeners.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        responding = promise;
      },
    });
    const response = await responding;
    await Promise.all(work);
    return response;
  };
  return {
    caches,
    fetched,
    /** Sets the network's response to an address. */
    serve: (address: string, body: string, headers: Record<string, string> = {}) =>
      network.set(new URL(address, shop).href, () => new Response(body, { headers })),
    goOffline: () => {
      navigator.onLine = false;
    },
    activate: () => dispatch('activate'),
    visit: (data: VisitMessage) => dispatch('message', { data }),
    /** @returns The text that a page receives; undefined when the worker does not respond; 'error' without a response. */
    request: async ({ url, mode = 'cors', method = 'GET', cache = 'default' }: Sent) => {
      const response = await dispatch('fetch', { request: { url: new URL(url, shop).href, mode, method, cache } });
      if (!response) return undefined;
      return response.type === 'error' ? 'error' : response.text();
    },
  };
}

const open = (url: string): Sent => ({ url, mode: 'navigate' });

test.each<[string, Sent, string | undefined]>([
  ['a release file', { url: `${shop}/r/mf-a/1-d/home.js`, mode: 'cors' }, 'file'],
  ['a document', open(`${shop}/product/7`), 'page'],
  ['another site', open('https://other.example/'), undefined],
  ['a product list', { url: `${api}/products?page=1` }, 'api-response'],
  ['a product', { url: `${api}/products/a%2Fb` }, 'api-response'],
  ['store information', { url: `${api}/storeInfo` }, 'api-response'],
  ['orders', { url: `${api}/orders` }, undefined],
  ['an order', { url: `${api}/orders/products` }, undefined],
  ['the account', { url: `${api}/accountInfo` }, undefined],
  ['payment fields', { url: `${api}/payments/fields` }, undefined],
  ['signing in', { url: `${api}/users/authorize`, method: 'POST' }, undefined],
  ['a file of another site', { url: 'https://other.example/r/a.js' }, undefined],
])('classifies a request for %s as its kind', (_what, { url, mode = 'cors', method = 'GET' }, kind) => {
  expect(classifyRequest({ url, mode: mode as RequestMode, method }, shop)).toBe(kind);
});

test('does not cache private documents, redirects and failures', () => {
  const page = { ok: true, redirected: false, headers: new Headers() };
  expect(isCacheablePage(page)).toBe(true);
  expect(isCacheablePage({ ...page, ok: false })).toBe(false);
  expect(isCacheablePage({ ...page, redirected: true })).toBe(false);
  expect(isCacheablePage({ ...page, headers: new Headers({ 'x-robots-tag': 'noindex' }) })).toBe(false);
});

test('fetches a release file once', async () => {
  const { serve, request, fetched } = startFakeWorker();
  serve('/r/a/1-d/main.js', 'one');
  expect([await request({ url: '/r/a/1-d/main.js' }), await request({ url: '/r/a/1-d/main.js' })]).toEqual([
    'one',
    'one',
  ]);
  expect(fetched).toEqual(['/r/a/1-d/main.js']);
});

test('replaces a cached release file when the page asks for it with reload', async () => {
  const { serve, request } = startFakeWorker();
  const file = { url: '/r/a/1-d/main.js' };
  serve(file.url, 'corrupt');
  expect(await request(file)).toBe('corrupt');
  serve(file.url, 'sound');
  expect(await request(file)).toBe('corrupt');
  expect(await request({ ...file, cache: 'reload' })).toBe('sound');
  expect(await request(file)).toBe('sound');
});

test('takes files from the network when the browser cannot read its caches', async () => {
  const { serve, request, caches } = startFakeWorker();
  caches.match = () => Promise.reject(new DOMException('Unexpected internal error.', 'UnknownError'));
  serve('/r/a/1-d/main.js', 'main');
  expect(await request({ url: '/r/a/1-d/main.js' })).toBe('main');
});

test('falls back to the empty document for a page that is not cached, and fails without it', async () => {
  const { serve, request, visit, goOffline, caches } = startFakeWorker();
  serve('/login', 'empty', { 'x-robots-tag': 'noindex' });
  serve('/', 'home');
  serve('/r/a/1-d/main.js', 'main');
  await visit({ page: `${shop}/`, files: [`${shop}/r/a/1-d/main.js`] });
  expect(caches.list('files')).toEqual(['/r/a/1-d/main.js']);
  goOffline();
  expect(await request(open('/product/7'))).toBe('empty');
  expect(await request(open('/'))).toBe('home');
  expect(await request({ url: '/r/a/1-d/main.js' })).toBe('main');
  await caches.delete(cacheNames.pages);
  expect(await request(open('/product/7'))).toBe('error');
});

test('falls back to the empty document in the language of the page', async () => {
  const { serve, request, visit, goOffline } = startFakeWorker();
  serve('/login', 'empty');
  serve('/hi/login', 'empty in Hindi');
  serve('/hi', 'home in Hindi');
  await visit({ page: `${shop}/`, fallback: '/login', files: [] });
  await visit({ page: `${shop}/hi`, fallback: '/hi/login', files: [] });
  goOffline();
  expect(await request(open('/hi'))).toBe('home in Hindi');
  expect(await request(open('/hi/product/7'))).toBe('empty in Hindi');
  expect(await request(open('/product/7'))).toBe('empty');
});

test('leaves API requests to the network while online, and takes cached responses while offline', async () => {
  const { request, caches, goOffline } = startFakeWorker();
  const apiResponses = await caches.open(cacheNames.apiResponses);
  await apiResponses.put(`${api}/products/7`, new Response('{"id":"7"}'));
  expect(await request({ url: `${api}/products/7` })).toBeUndefined();
  goOffline();
  expect(await request({ url: `${api}/products/7` })).toBe('{"id":"7"}');
  expect(await request({ url: `${api}/products/8` })).toBe('error');
  expect(await request({ url: `${api}/orders` })).toBeUndefined();
});

test('evicts the oldest entries, and deletes caches of an older version', async () => {
  const { visit, activate, caches } = startFakeWorker();
  const apiResponses = await caches.open(cacheNames.apiResponses);
  for (let id = 0; id < 130; id++) await apiResponses.put(`/products/${id}`, new Response('{}'));
  await visit({ files: [] });
  expect(caches.list('apiResponses')).toHaveLength(100);
  expect(caches.list('apiResponses')[0]).toBe('/products/30');
  await caches.open('shop-pages-0');
  await activate();
  expect(await caches.keys()).not.toContain('shop-pages-0');
  expect(await caches.keys()).toContain(cacheNames.apiResponses);
});
