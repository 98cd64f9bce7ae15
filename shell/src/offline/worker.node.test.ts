import { cacheNames, classifyRequest, isCacheablePage, type VisitMessage } from './cache-policy';
import { startWorker } from './worker';
import type { WorkerScope } from './worker-scope';

const shop = 'https://shop.example';
const api = 'https://api.shop.example/api/v1';

/** Caches in memory, as far as the worker uses them. */
class MemoryCaches {
  readonly all = new Map<string, Map<string, Response>>();
  private readonly contents = (name: string) => {
    const known = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, known);
    return known;
  };
  open = async (name: string) => {
    const kept = this.contents(name);
    return {
      put: async (address: string, response: Response) => {
        const { href } = new URL(address, shop);
        kept.delete(href);
        kept.set(href, response);
      },
      keys: async () => [...kept.keys()],
      delete: async (address: string) => kept.delete(address),
    };
  };
  match = async (address: string, { cacheName }: { cacheName: string }) =>
    this.contents(cacheName).get(new URL(address, shop).href)?.clone();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  kept = (name: keyof typeof cacheNames) =>
    [...this.contents(cacheNames[name]).keys()].map((href) => href.replace(shop, ''));
}

interface Sent {
  url: string;
  mode?: string;
  method?: string;
}

/** A worker, the network it sees, and ways to give it something to do. */
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
    fetch: async (asked: Sent | string) => {
      const { href } = new URL(typeof asked === 'string' ? asked : asked.url, shop);
      fetched.push(href.replace(shop, ''));
      const answer = network.get(href);
      if (!navigator.onLine || !answer) throw new TypeError('Failed to fetch');
      return answer();
    },
  };
  startWorker(scope as unknown as WorkerScope);
  const dispatch = async (name: string, event: object = {}) => {
    work = [];
    let answer: Promise<Response> | undefined;
    listeners.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    });
    const response = await answer;
    await Promise.all(work);
    return response;
  };
  return {
    caches,
    fetched,
    /** What the network answers under an address of the shop, or any other. */
    serve: (address: string, body: string, headers: Record<string, string> = {}) =>
      network.set(new URL(address, shop).href, () => new Response(body, { headers })),
    goOffline: () => {
      navigator.onLine = false;
    },
    activate: () => dispatch('activate'),
    visit: (data: VisitMessage) => dispatch('message', { data }),
    /** @returns The text a page gets; nothing when the worker leaves the request alone; 'error' without an answer. */
    ask: async ({ url, mode = 'cors', method = 'GET' }: Sent) => {
      const response = await dispatch('fetch', { request: { url: new URL(url, shop).href, mode, method } });
      if (!response) return undefined;
      return response.type === 'error' ? 'error' : response.text();
    },
  };
}

const open = (url: string): Sent => ({ url, mode: 'navigate' });

test.each<[string, Sent, string | undefined]>([
  ['a released file', { url: `${shop}/r/mf-a/1-d/home.js`, mode: 'cors' }, 'file'],
  ['a document', open(`${shop}/product/7`), 'page'],
  ['another site', open('https://other.example/'), undefined],
  ['a product list', { url: `${api}/products?page=1` }, 'answer'],
  ['a product', { url: `${api}/products/a%2Fb` }, 'answer'],
  ['store information', { url: `${api}/storeInfo` }, 'answer'],
  ['orders', { url: `${api}/orders` }, undefined],
  ['an order', { url: `${api}/orders/products` }, undefined],
  ['the account', { url: `${api}/accountInfo` }, undefined],
  ['payment fields', { url: `${api}/payments/fields` }, undefined],
  ['signing in', { url: `${api}/users/authorize`, method: 'POST' }, undefined],
  ['a file of another site', { url: 'https://other.example/r/a.js' }, undefined],
])('%s is told apart', (_what, { url, mode = 'cors', method = 'GET' }, kind) => {
  expect(classifyRequest({ url, mode: mode as RequestMode, method }, shop)).toBe(kind);
});

test('documents of one shopper, redirects and failures are not kept', () => {
  const page = { ok: true, redirected: false, headers: new Headers() };
  expect(isCacheablePage(page)).toBe(true);
  expect(isCacheablePage({ ...page, ok: false })).toBe(false);
  expect(isCacheablePage({ ...page, redirected: true })).toBe(false);
  expect(isCacheablePage({ ...page, headers: new Headers({ 'x-robots-tag': 'noindex' }) })).toBe(false);
});

test('a released file is fetched once', async () => {
  const { serve, ask, fetched } = startFakeWorker();
  serve('/r/a/1-d/main.js', 'one');
  expect([await ask({ url: '/r/a/1-d/main.js' }), await ask({ url: '/r/a/1-d/main.js' })]).toEqual(['one', 'one']);
  expect(fetched).toEqual(['/r/a/1-d/main.js']);
});

test('documents come from the network while it answers, and from the device when it does not', async () => {
  const { serve, ask, goOffline } = startFakeWorker();
  serve('/', 'composition 1');
  expect(await ask(open('/'))).toBe('composition 1');
  serve('/', 'composition 2');
  expect(await ask(open('/'))).toBe('composition 2');
  goOffline();
  expect(await ask(open('/'))).toBe('composition 2');
});

test('a page that was never a document starts from an empty one; without that there is nothing', async () => {
  const { serve, ask, visit, goOffline, caches } = startFakeWorker();
  serve('/login', 'empty', { 'x-robots-tag': 'noindex' });
  serve('/', 'home');
  serve('/r/a/1-d/main.js', 'main');
  await visit({ page: `${shop}/`, files: [`${shop}/r/a/1-d/main.js`] });
  expect(caches.kept('files')).toEqual(['/r/a/1-d/main.js']);
  goOffline();
  expect(await ask(open('/product/7'))).toBe('empty');
  expect(await ask(open('/'))).toBe('home');
  expect(await ask({ url: '/r/a/1-d/main.js' })).toBe('main');
  await caches.delete(cacheNames.pages);
  expect(await ask(open('/product/7'))).toBe('error');
});

test('private documents are shown and not kept', async () => {
  const { serve, ask, caches } = startFakeWorker();
  serve('/account', 'account', { 'x-robots-tag': 'noindex' });
  expect(await ask(open('/account'))).toBe('account');
  expect(caches.kept('pages')).toEqual([]);
});

test('the API is left alone on a line; without one, kept answers serve', async () => {
  const { ask, caches, goOffline } = startFakeWorker();
  const answers = await caches.open(cacheNames.answers);
  await answers.put(`${api}/products/7`, new Response('{"id":"7"}'));
  expect(await ask({ url: `${api}/products/7` })).toBeUndefined();
  goOffline();
  expect(await ask({ url: `${api}/products/7` })).toBe('{"id":"7"}');
  expect(await ask({ url: `${api}/products/8` })).toBe('error');
  expect(await ask({ url: `${api}/orders` })).toBeUndefined();
});

test('what was kept longest ago goes, and a new kind of caches replaces an old one', async () => {
  const { visit, activate, caches } = startFakeWorker();
  const answers = await caches.open(cacheNames.answers);
  for (let id = 0; id < 130; id++) await answers.put(`/products/${id}`, new Response('{}'));
  await visit({ files: [] });
  expect(caches.kept('answers')).toHaveLength(100);
  expect(caches.kept('answers')[0]).toBe('/products/30');
  await caches.open('shop-pages-0');
  await activate();
  expect(await caches.keys()).not.toContain('shop-pages-0');
  expect(await caches.keys()).toContain(cacheNames.answers);
});

test('a visit that cannot be kept harms nothing', async () => {
  const { visit, goOffline, caches } = startFakeWorker();
  goOffline();
  await visit({ page: `${shop}/`, files: [`${shop}/r/a/1-d/main.js`] });
  expect(caches.kept('files')).toEqual([]);
});
