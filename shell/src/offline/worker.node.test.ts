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
  clientId?: string;
}

/** How the network treats a request. A number is a status. */
type Behaviour = 'refused' | 'hanging' | 'portal' | number | { after: number };

const document = (text: string) =>
  `<!doctype html><html lang="en-IN"><script id="composition">{}</script>${text}</html>`;
const types: Record<string, string> = {
  js: 'text/javascript',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  avif: 'image/avif',
};

/** Content type of the real response to an address. */
function getType(href: string): string {
  if (href.startsWith(api) || href.includes('/-/')) return 'application/json';
  return types[href.split('.').at(-1) ?? ''] ?? 'text/html';
}

/** Starts the worker with a fake network, and returns functions that dispatch events to it. */
function startFakeWorker() {
  const caches = new MemoryCaches();
  const navigator = { onLine: true };
  const fetched: string[] = [];
  const network = new Map<string, () => Response>();
  const listeners = new Map<string, (event: object) => void>();
  let behaviour: Behaviour | undefined;
  let work: Promise<unknown>[] = [];
  const answer = async (href: string): Promise<Response> => {
    const createResponse = network.get(href);
    if (!navigator.onLine || behaviour === 'refused' || !createResponse) throw new TypeError('Failed to fetch');
    if (behaviour === 'hanging') return new Promise(() => undefined);
    if (behaviour === 'portal')
      return new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } });
    if (typeof behaviour === 'number') return new Response('trouble', { status: behaviour });
    const delay = behaviour?.after;
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
    return createResponse();
  };
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
      return answer(href);
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
    // What waits for a network that hangs never ends.
    if (behaviour === undefined) await Promise.all(work);
    return response;
  };
  return {
    caches,
    fetched,
    /** Sets the network's response to an address. */
    serve: (address: string, body: string, headers: Record<string, string> = {}) => {
      const { href } = new URL(address, shop);
      network.set(href, () => new Response(body, { headers: { 'content-type': getType(href), ...headers } }));
    },
    goOffline: () => {
      navigator.onLine = false;
    },
    /** Sets how the network treats every request from now on. */
    behave: (next: Behaviour | undefined) => {
      behaviour = next;
    },
    activate: () => dispatch('activate'),
    visit: (data: VisitMessage) => dispatch('message', { data }),
    /** @returns The text that a page receives; undefined when the worker does not respond; 'error' without a response. */
    request: async ({ url, mode = 'cors', method = 'GET', cache = 'default', clientId = 'page' }: Sent) => {
      const request = { url: new URL(url, shop).href, mode, method, cache };
      const response = await dispatch('fetch', { request, clientId, resultingClientId: 'copy' });
      if (!response) return undefined;
      return response.type === 'error' ? 'error' : response.text();
    },
  };
}

const open = (url: string): Sent => ({ url, mode: 'navigate' });

test.each<[string, Sent, string | undefined]>([
  ['a release file', { url: `${shop}/r/mf-a/1-d/home.js`, mode: 'cors' }, 'file'],
  ['a document', open(`${shop}/product/7`), 'page'],
  ['sign-in', open(`${shop}/login`), 'page'],
  ['the return from a bank', open(`${shop}/api/v1/payments/return?reference=7`), undefined],
  ['a public response in a tab', open(`${shop}/api/v1/storeInfo`), undefined],
  ['the page of a bank', open(`${shop}/sandbox/pay?type=card`), undefined],
  ['a picture in a tab', open(`${shop}/media/7.jpg`), undefined],
  ['a preview', open(`${shop}/-/preview/abc`), undefined],
  ['the site map', open(`${shop}/sitemap.xml`), undefined],
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
  expect(classifyRequest({ url, mode: mode as RequestMode, method, cache: 'default' }, shop)).toBe(kind);
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

const cart = '/r/mf-cart/1-d/cart.js';
const font = '/r/shell/1-d/assets/figtree.woff2';

/** A worker after a visit of home. */
async function visitHome() {
  const worker = startFakeWorker();
  worker.serve('/login', document('empty'), { 'x-robots-tag': 'noindex' });
  worker.serve('/', document(`home ${font}`));
  worker.serve('/product/7', document('product'));
  worker.serve('/-/composition?page=%2F', JSON.stringify({ seq: 1, files: [] }));
  worker.serve('/-/composition?page=%2Fcart', JSON.stringify({ files: [{ url: cart, integrity: '' }] }));
  for (const file of [cart, font, '/r/a/1-d/new.js', '/r/a/1-d/icon.svg', '/r/a/1-d/hero.avif'])
    worker.serve(file, 'file');
  for (const id of [7, 8]) worker.serve(`${api}/products/${id}`, `{"id":"${id}"}`);
  await worker.visit({ pages: [`${shop}/`], fallback: '/login', screens: ['/', '/cart'] });
  await worker.request({ url: `${api}/products/7` });
  return worker;
}

/** What a document is, for the table. */
const describeAnswer = (text: string | undefined): string => {
  if (text?.startsWith('<!doctype'))
    return `${text.includes('data-copy') ? 'copy' : 'live'}: ${/home|empty/.exec(text)?.[0]}`;
  return text ?? 'the browser';
};

const visited = open('/');
const unvisited = open('/product/7');
const script = { url: '/r/a/1-d/new.js' };
const stored = { url: `${api}/products/7` };
const unstored = { url: `${api}/products/8` };
const fromCopy = { ...unstored, clientId: 'copy' };
const portal = '<html>Sign in</html>';

/** Each row: a request, the network, what the page receives, and the seconds until then. Null stands for a refused request. */
const rows: [string, Sent, Behaviour, string | null, number][] = [
  ['visited page', visited, 'refused', 'copy: home', 0],
  ['visited page', visited, 'hanging', 'copy: home', 5],
  // The shopper may have to sign in to the network.
  ['visited page', visited, 'portal', portal, 0],
  ['visited page', visited, 500, 'trouble', 0],
  ['visited page', visited, { after: 3000 }, 'live: home', 3],
  ['visited page', visited, { after: 9000 }, 'copy: home', 5],
  ['page that is not stored', unvisited, 'refused', 'copy: empty', 0],
  ['page that is not stored', unvisited, 'hanging', 'copy: empty', 5],
  ['stored file', { url: cart }, 'hanging', 'file', 0],
  ['stored font', { url: font }, 'refused', 'file', 0],
  ...[script, { url: '/r/a/1-d/icon.svg' }, { url: '/r/a/1-d/hero.avif' }].flatMap((file): typeof rows => [
    ['file that is not stored', file, 'refused', null, 0],
    ['file that is not stored', file, 'hanging', 'error', 5],
    ['file that is not stored', file, 'portal', 'error', 0],
    ['file that is not stored', file, 404, 'trouble', 0],
    ['file that is not stored', file, { after: 3000 }, 'file', 3],
  ]),
  ['stored response', stored, 'refused', '{"id":"7"}', 0],
  ['stored response', stored, 'hanging', '{"id":"7"}', 5],
  ['stored response', stored, 'portal', '{"id":"7"}', 0],
  ['stored response', stored, 503, 'trouble', 0],
  ['stored response', stored, { after: 9000 }, '{"id":"7"}', 5],
  ['response that is not stored', unstored, 'refused', 'error', 0],
  // A slow API is waited for: the page has a time limit of its own.
  ['response that is not stored', unstored, { after: 9000 }, '{"id":"8"}', 9],
  ['response that is not stored', unstored, 'portal', portal, 0],
  ['response that is not stored, in a copy', fromCopy, 'hanging', 'error', 5],
];

test.each(rows)(
  'answers a request for a %s (%j) from a network that is %j',
  async (_what, request, network, expected, seconds) => {
    jest.useFakeTimers();
    const worker = await visitHome();
    if (request === fromCopy) {
      worker.behave('refused');
      await worker.request(unvisited);
    }
    worker.behave(network);
    let isAnswered = false;
    const response = worker
      .request(request)
      .then(describeAnswer, () => null)
      .finally(() => {
        isAnswered = true;
      });
    await jest.advanceTimersByTimeAsync(Math.max(0, seconds * 1000 - 300));
    expect(isAnswered).toBe(seconds === 0);
    await jest.advanceTimersByTimeAsync(600);
    expect(isAnswered).toBe(true);
    expect(await response).toBe(expected);
    jest.useRealTimers();
  },
);

test('waits 1.5 seconds only while the server has been silent for five, and again five after an answer', async () => {
  jest.useFakeTimers();
  const worker = await visitHome();
  const measure = async (request: Sent) => {
    const sentAt = Date.now();
    let answeredAt = 0;
    void worker.request(request).then(() => {
      answeredAt = Date.now();
    });
    await jest.advanceTimersByTimeAsync(8000);
    return answeredAt - sentAt;
  };
  worker.behave('hanging');
  expect([await measure(visited), await measure(visited), await measure(script)]).toEqual([5000, 1500, 1500]);
  worker.behave({ after: 100 });
  expect(await measure(visited)).toBe(100);
  worker.behave('hanging');
  expect(await measure(visited)).toBe(5000);
  jest.useRealTimers();
});

test.each<[string, Sent, keyof typeof cacheNames]>([
  ['a script', script, 'files'],
  ['an icon', { url: '/r/a/1-d/icon.svg' }, 'files'],
  ['a picture', { url: '/r/a/1-d/hero.avif' }, 'files'],
  ['a document', unvisited, 'pages'],
  ['an API response', unstored, 'apiResponses'],
])('does not store %s that a network answers with its own page', async (_what, request, kind) => {
  const worker = await visitHome();
  const before = worker.caches.list(kind);
  worker.behave('portal');
  await worker.request(request);
  await worker.visit({ pages: [`${shop}/product/7`], fallback: '/login', screens: ['/cart'] });
  expect(worker.caches.list(kind)).toEqual(before);
  worker.behave(undefined);
  await worker.request(request);
  expect(worker.caches.list(kind)).toHaveLength(before.length + 1);
});

test('the copy of an API response announces what the API has besides the specification', async () => {
  const worker = await visitHome();
  worker.serve(`${api}/products/8`, '{"id":"8"}', { 'accept-order-lines': 'true', 'x-request-id': '1' });
  await worker.request({ url: `${api}/products/8` });
  const { apiResponses: cacheName } = cacheNames;
  const { headers } = (await worker.caches.match(`${api}/products/8`, { cacheName })) ?? new Response();
  expect(Object.fromEntries(headers)).toEqual({
    'accept-order-lines': 'true',
    'content-type': 'application/json',
    'x-stored-copy': 'true',
  });
});

test('stores a late document and a late response for the next time', async () => {
  jest.useFakeTimers();
  const worker = await visitHome();
  worker.serve('/', document('home empty'));
  worker.serve(`${api}/products/7`, '{"id":"7","price":9}');
  worker.behave({ after: 9000 });
  void worker.request(visited);
  void worker.request(stored);
  await jest.advanceTimersByTimeAsync(10_000);
  worker.behave('refused');
  expect(await worker.request(stored)).toBe('{"id":"7","price":9}');
  expect(await worker.request(visited)).toContain('home empty');
  jest.useRealTimers();
});

test('caches the files of a screen that the composition lists, and the fonts of a document', async () => {
  const { caches, goOffline, request } = await visitHome();
  expect(caches.list('files')).toEqual([font, cart]);
  goOffline();
  expect(await request({ url: cart })).toBe('file');
  await caches.delete(cacheNames.pages);
  expect(await request(open('/product/7')).catch(() => 'error')).toBe('error');
});

test('caches the other screens when one of them cannot be cached', async () => {
  const worker = await visitHome();
  await worker.caches.delete(cacheNames.files);
  await worker.visit({ screens: ['/orders', '/cart'] });
  expect(worker.fetched).toContain('/-/composition?page=%2Forders');
  expect(worker.caches.list('files')).toEqual([cart]);
});

test('caches the public API responses of a document that the device lacks', async () => {
  const { visit, fetched, caches } = await visitHome();
  fetched.length = 0;
  await visit({ apiResponses: ['products/7', 'products/8', 'orders'].map((path) => `${api}/${path}`) });
  expect(fetched).toEqual([`${api}/products/8`]);
  expect(caches.list('apiResponses')).toEqual([`${api}/products/7`, `${api}/products/8`]);
});

test('reads no API response of a document while storage is full', async () => {
  const { serve, visit, fetched, caches } = startFakeWorker();
  caches.open = () => Promise.reject(new DOMException('Quota exceeded.', 'QuotaExceededError'));
  serve('/login', document('empty'));
  await visit({ fallback: '/login', apiResponses: [`${api}/products/7`] });
  expect(fetched).toEqual(['/login']);
});

test('stores no page and no file of a preview', async () => {
  const { serve, request, visit, caches } = startFakeWorker();
  const headers = { 'cache-control': 'private, no-store' };
  const file = '/r/a/1-d/main.js';
  serve('/', document('home'), headers);
  serve('/login', document('empty'), headers);
  serve(file, 'code', headers);
  await visit({ pages: [`${shop}/`], fallback: '/login' });
  expect([await request(open('/')), await request({ url: file })]).toEqual([document('home'), 'code']);
  expect([caches.list('pages'), caches.list('files')]).toEqual([[], []]);
});

test('falls back to the empty document in the language of the page', async () => {
  const { serve, request, visit, goOffline } = startFakeWorker();
  serve('/login', document('empty'));
  serve('/hi/login', document('empty in Hindi'));
  serve('/hi', document('home in Hindi'));
  await visit({ pages: [`${shop}/`], fallback: '/login' });
  await visit({ pages: [`${shop}/hi`], fallback: '/hi/login' });
  goOffline();
  expect(await request(open('/hi'))).toContain('home in Hindi');
  expect(await request(open('/hi/product/7'))).toContain('empty in Hindi');
  expect(await request(open('/product/7'))).not.toContain('Hindi');
});

test('takes stored responses at once while the device is offline, and lets the page ask whether the network answers', async () => {
  const { request, goOffline, fetched } = await visitHome();
  expect(await request({ url: `${api}/products/7`, cache: 'no-store' })).toBeUndefined();
  goOffline();
  fetched.length = 0;
  expect(await request({ url: `${api}/products/7` })).toBe('{"id":"7"}');
  expect(await request({ url: `${api}/products/8` })).toBe('error');
  expect(await request({ url: `${api}/orders` })).toBeUndefined();
  expect(fetched).toEqual([]);
});

test('evicts the oldest entries, and deletes caches of an older version', async () => {
  const { visit, activate, caches } = startFakeWorker();
  const apiResponses = await caches.open(cacheNames.apiResponses);
  for (let id = 0; id < 130; id++) await apiResponses.put(`/products/${id}`, new Response('{}'));
  await visit({});
  expect(caches.list('apiResponses')).toHaveLength(100);
  expect(caches.list('apiResponses')[0]).toBe('/products/30');
  await caches.open('shop-pages-0');
  await activate();
  expect(await caches.keys()).not.toContain('shop-pages-0');
  expect(await caches.keys()).toContain(cacheNames.apiResponses);
});
