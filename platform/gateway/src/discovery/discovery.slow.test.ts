import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ComposedPath, Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import Fastify, { type FastifyInstance } from 'fastify';
import { createGateway } from '../app';
import { createUnsignedManifests } from '../release-files/release-manifests';
import { createInProcessRenderer } from '../testing/in-process-pools';
import { createProductEntries } from './product-entries';
import { createProductSitemaps } from './product-sitemaps';
import { formatSitemap } from './sitemap';
import { createStoreCatalogClient } from './store-catalog-client';

const entry = { path: 'main.js', integrity: 'sha384-x' as const };
const paths: ComposedPath[] = [
  { id: 'home', pattern: '/', access: 'open' },
  { id: 'product', pattern: '/product/:id', access: 'open' },
  { id: 'policy', pattern: '/:policyType', access: 'open', known: { policyType: ['terms', 'about'] } },
  { id: 'cart', pattern: '/cart', access: 'open', isPrivate: true },
  { id: 'orders', pattern: '/orders', access: 'signed-in' },
  { id: 'not-found', pattern: '/404', access: 'open', status: 404 },
  { id: 'unknown', pattern: '*', access: 'open', status: 404 },
];
const compose = (env: string, languages?: string[]): Composition => ({
  seq: 1,
  env,
  shell: {
    name: 'shell',
    version: '1',
    digest: '0123456789ab',
    base: '/r/shell/1-0123456789ab/',
    entry,
    ...(languages && { languages }),
  },
  remotes: [{ name: 'mf', version: '1', digest: 'd', base: '/r/mf/1-d/', entry, global: 'mf', paths }],
});

const shell: ShellBuild = {
  provided: {},
  renderDocument: ({ pathname, settings }) => ({
    status: 200,
    html: String(settings.publicUrl),
    isPrivate: pathname === '/cart',
    inlineScripts: [],
    apiOrigin: 'http://localhost:8044',
  }),
  wellKnown: {
    webManifest: ({ name, description }) => JSON.stringify({ name, description }),
    favicon: '/r/shell/1-0123456789ab/assets/favicon.png',
    serviceWorker: 'service-worker.js',
  },
};

const worker = '/* worker */';
const integrity = `sha384-${createHash('sha384').update(worker).digest('base64')}`;
const description = {
  schema: 1,
  app: 'shell',
  kind: 'shell',
  version: '1',
  digest: '0123456789ab',
  commit: '',
  publishedAt: '',
  files: {
    'service-worker.js': { size: worker.length, integrity },
  },
  entry: 'main.js',
  server: 'node/server.cjs',
  paths: {},
  provides: {},
  consumes: {},
  global: 'shell',
  federationRuntime: '2.9.2',
  testedFederationRuntimes: '~2.9.2',
};
const workerKey = 'r/shell/1-0123456789ab/service-worker.js';
const files: Record<string, string> = {
  [workerKey]: worker,
  'r/shell/1-0123456789ab/release.json': JSON.stringify(description),
};
let isStoreDown = false;
const store = {
  get: async (key: string) => {
    if (isStoreDown) throw new Error('connection reset');
    return files[key] ? { bytes: Buffer.from(files[key]), etag: '' } : null;
  },
} as Partial<ReleaseStore> as ReleaseStore;

/** A store API that can be down and that records the calls. */
let storeApi: FastifyInstance;
let storeApiUrl = '';
let isDown = false;
const calls: string[] = [];

beforeAll(async () => {
  storeApi = Fastify();
  storeApi.addHook('onRequest', async (request, reply) => {
    calls.push(request.url);
    if (isDown) await reply.code(500).send({ error: 'down' });
  });
  storeApi.get('/storeInfo', async () => ({ storeName: 'Tamra & Teak', categories: ['Kitchen Tools'] }));
  storeApi.get<{ Querystring: { page: number } }>('/products', async ({ query }) => {
    const first = (query.page - 1) * 100;
    const count = Math.min(100, 150 - first);
    const data = Array.from({ length: count }, (_, index) => ({ id: `p/${first + index + 1}`, title: 'Tawa' }));
    return { data, pagination: { total: 150 } };
  });
  storeApiUrl = await storeApi.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => storeApi.close());
beforeEach(() => {
  isDown = false;
  isStoreDown = false;
  files[workerKey] = worker;
  calls.length = 0;
});

const gateways: FastifyInstance[] = [];
afterEach(() => Promise.all(gateways.splice(0).map((gateway) => gateway.close())));

interface Deployment {
  env?: string;
  publicUrl?: string;
  serviceWorker?: 'on' | 'off';
  build?: ShellBuild;
  languages?: string[];
  publicApiBase?: string | undefined;
}

/** Opens a gateway at the address of the shop, unless the deployment names none. */
async function openGateway(deployment: Deployment = {}) {
  const {
    env = 'production',
    publicUrl = 'http://shop.example:3000',
    serviceWorker = 'on',
    build = shell,
    languages,
    publicApiBase,
  } = deployment;
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  const renderer = createInProcessRenderer(async () => build);
  await renderer.start();
  const gateway = createGateway({
    settings: { orderAmounts: 'dollar', serviceWorker, publicUrl, publicApiBase },
    store,
    manifests: createUnsignedManifests(store),
    catalog: createStoreCatalogClient({ storeApiUrl, onError }),
    sitemaps: createProductSitemaps({ entries: createProductEntries({ storeApiUrl, onError }), onError }),
    current: () => ({ composition: compose(env, languages), renderer }),
    onFileError: (error) => errors.push(String(error)),
  });
  gateways.push(gateway);
  const get = (url: string, headers: Record<string, string> = {}) =>
    gateway.inject({ url, headers: { host: 'shop.example:3000', ...headers } });
  return { get, errors };
}

describe('robots.txt', () => {
  it('allows search engines to crawl every page and names the sitemap', async () => {
    const { body, headers } = await (await openGateway()).get('/robots.txt');
    expect(body).toBe('User-agent: *\nDisallow:\n\nSitemap: http://shop.example:3000/sitemap.xml\n');
    expect(headers['content-type']).toContain('text/plain');
  });

  it('names a sitemap for each language', async () => {
    const { get } = await openGateway({ languages: ['hi'] });
    const sitemap = 'Sitemap: http://shop.example:3000/sitemap.xml';
    expect((await get('/robots.txt')).body).toBe(`User-agent: *\nDisallow:\n\n${sitemap}\n${sitemap}?language=hi\n`);
  });

  it('forbids search engines to crawl and index an environment other than production', async () => {
    const { get } = await openGateway({ env: 'staging' });
    expect((await get('/robots.txt')).body).toContain('Disallow: /\n');
    expect((await get('/')).headers['x-robots-tag']).toBe('none');
  });

  it('marks private pages with a noindex header', async () => {
    const { get } = await openGateway();
    const inHindi = await openGateway({ languages: ['hi'] });
    for (const { headers } of [await get('/cart'), await inHindi.get('/hi/cart')]) {
      expect(headers['x-robots-tag']).toBe('noindex');
    }
    expect((await get('/')).headers).not.toHaveProperty('x-robots-tag');
  });
});

const readAddresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);

describe('sitemap.xml', () => {
  it('lists pages, categories and every product at the shop’s public address', async () => {
    const { get } = await openGateway({ publicUrl: 'https://shop.example' });
    const index = await get('/sitemap.xml');
    expect(index.statusCode).toBe(200);
    expect(index.headers['content-type']).toContain('application/xml');
    expect(readAddresses(index.body)).toEqual([1, 2].map((part) => `https://shop.example/sitemap.xml?part=${part}`));
    const parts = await Promise.all(
      readAddresses(index.body).map((address) => get(address.slice('https://shop.example'.length))),
    );
    for (const { headers } of parts) expect(headers['content-type']).toContain('application/xml');
    const found = parts.flatMap(({ body }) => readAddresses(body));
    expect(found.slice(0, 4)).toEqual([
      'https://shop.example/',
      'https://shop.example/terms',
      'https://shop.example/about',
      'https://shop.example/products?category=kitchen%20tools',
    ]);
    expect(found).toHaveLength(4 + 150);
    expect(found.at(-1)).toBe('https://shop.example/product/p%2F150');
    expect((await get('/')).body).toBe('https://shop.example');
  });

  it('links every page in all languages of the shell, in a sitemap for each language', async () => {
    const { get } = await openGateway({ languages: ['hi'] });
    const shop = 'http://shop.example:3000';
    const link = (hreflang: string, path: string) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${shop}${path}"/>`;
    const home = link('en', '/') + link('hi', '/hi') + link('x-default', '/');
    const terms = link('en', '/terms') + link('hi', '/hi/terms') + link('x-default', '/terms');
    for (const [query, prefix] of [
      ['', ''],
      ['language=hi&', '/hi'],
    ]) {
      const index = (await get(`/sitemap.xml?${query}`)).body;
      const parts = [1, 2].map((part) => `${shop}/sitemap.xml?${query}part=${part}`);
      expect(readAddresses(index).map((address) => address.replaceAll('&amp;', '&'))).toEqual(parts);
      const [pages = '', products = ''] = await Promise.all(
        [1, 2].map(async (part) => (await get(`/sitemap.xml?${query}part=${part}`)).body),
      );
      expect(pages.split('\n').slice(1, 4)).toEqual([
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
        `<url><loc>${shop}${prefix || '/'}</loc>${home}</url>`,
        `<url><loc>${shop}${prefix}/terms</loc>${terms}</url>`,
      ]);
      expect(readAddresses(pages).at(-1)).toBe(`${shop}${prefix}/products?category=kitchen%20tools`);
      const product =
        link('en', '/product/p%2F1') + link('hi', '/hi/product/p%2F1') + link('x-default', '/product/p%2F1');
      expect(products.split('\n')[2]).toBe(`<url><loc>${shop}${prefix}/product/p%2F1</loc>${product}</url>`);
      expect(readAddresses(products)).toHaveLength(150);
    }
    const english = (await get('/sitemap.xml')).body;
    for (const query of ['?language=ta', '?language=en', '?language=hi&language=hi']) {
      expect((await get(`/sitemap.xml${query}`)).body).toBe(english);
    }
    expect((await (await openGateway()).get('/sitemap.xml?language=hi&part=2')).body).not.toMatch(/xhtml|\/hi/);
  });

  it.each(['0', '3', '01', '-1', '1.5', 'x', '', '2&part=2', '9999999'])('has no part %s', async (part) => {
    const { statusCode, body } = await (await openGateway()).get(`/sitemap.xml?part=${part}`);
    expect([statusCode, body]).toEqual([404, 'There is no such part of the sitemap: /sitemap.xml lists its parts.']);
  });

  it('sends a part of products compressed, decompressed or not again', async () => {
    const { get } = await openGateway();
    const packed = await get('/sitemap.xml?part=2', { 'accept-encoding': 'br, gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('accept-encoding'),
    });
    const plain = await get('/sitemap.xml?part=2');
    expect(plain.headers['content-encoding'] ?? 'identity').toBe('identity');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    const again = await get('/sitemap.xml?part=2', { 'if-none-match': String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('calls the store API once for many requests', async () => {
    const { get } = await openGateway();
    await Promise.all([get('/sitemap.xml'), get('/sitemap.xml'), get('/site.webmanifest')]);
    await get('/sitemap.xml');
    expect(calls.sort()).toEqual([
      ...['/products?page=1&limit=100', '/products?page=2&limit=100'],
      // The sitemap asks for what the store API announces.
      ...['/storeInfo', '/storeInfo'],
    ]);
  });

  it('responds with 503 instead of an empty sitemap while the store API has never answered', async () => {
    isDown = true;
    const { get, errors } = await openGateway();
    const { statusCode, headers } = await get('/sitemap.xml');
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store']);
    expect(errors).toHaveLength(2);
  });

  it('escapes XML in the addresses of the sitemap', () => {
    const xml = formatSitemap({ publicUrl: 'https://a/?<&"', languages: [] }, 'en', ['/']);
    expect(xml).toContain('<loc>https://a/?&lt;&amp;&quot;/</loc>');
  });
});

describe('files for browsers', () => {
  it('names the web manifest after the shop, or "Shop" while its name is unknown', async () => {
    const { headers, ...response } = await (await openGateway()).get('/site.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(response.json()).toEqual({ name: 'Tamra & Teak', description: '' });
    isDown = true;
    expect((await (await openGateway()).get('/site.webmanifest')).json()).toMatchObject({ name: 'Shop' });
  });

  it('redirects /favicon.ico to the icon of the live shell', async () => {
    const { statusCode, headers } = await (await openGateway()).get('/favicon.ico');
    expect([statusCode, headers.location]).toEqual([302, '/r/shell/1-0123456789ab/assets/favicon.png']);
  });

  it('serves the service worker of the live shell without caching', async () => {
    const { body, headers } = await (await openGateway()).get('/service-worker.js');
    expect(body).toBe('/* worker */');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' });
  });

  it.each([
    ['https://api.shop.example/api/v1', "connect-src 'self' https://api.shop.example"],
    [undefined, "connect-src 'self' http://localhost:8044 https:"],
  ])('lets the service worker send the reads of pages to the store API %s', async (publicApiBase, source) => {
    const { headers } = await (await openGateway({ publicApiBase })).get('/service-worker.js');
    expect(headers['content-security-policy']).toBe(`default-src 'none'; ${source}`);
  });

  it('responds with 404 and reports why while the worker is unreadable or changed, so that browsers keep theirs', async () => {
    const { get, errors } = await openGateway();
    files[workerKey] = '/* evil */';
    expect((await get('/service-worker.js')).statusCode).toBe(404);
    isStoreDown = true;
    expect((await get('/service-worker.js')).statusCode).toBe(404);
    expect(errors).toEqual([`Error: ${workerKey} has other bytes than its release says`, 'Error: connection reset']);
  });

  it('serves a service worker that removes itself when the deployment turns it off', async () => {
    const { body } = await (await openGateway({ serviceWorker: 'off' })).get('/service-worker.js');
    const effects: string[] = [];
    const listeners: Record<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void> = {};
    const self = {
      addEventListener: (name: string, listener: (typeof listeners)[string]) => {
        listeners[name] = listener;
      },
      skipWaiting: () => effects.push('skipWaiting'),
      registration: { unregister: async () => effects.push('unregister') },
    };
    const caches = { keys: async () => ['one', 'two'], delete: async (name: string) => effects.push(name) };
    new Function('self', 'caches', body)(self, caches);
    const work: Promise<unknown>[] = [];
    for (const name of ['install', 'activate']) listeners[name]?.({ waitUntil: (promise) => void work.push(promise) });
    await Promise.all(work);
    expect(effects).toEqual(['skipWaiting', 'one', 'two', 'unregister']);
  });

  it('responds with an error to requests for files that an older shell does not have', async () => {
    const { wellKnown: _, ...older } = shell;
    const { get } = await openGateway({ build: older });
    const responses = await Promise.all(
      ['/site.webmanifest', '/favicon.ico', '/service-worker.js'].map((url) => get(url)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 404]);
  });
});
