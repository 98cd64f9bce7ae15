import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix } from '@shop/releases/release/release';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { startCatalogApi } from '../testing/catalog-api';
import { closeTestGateways, openTestGateway, type TestGatewayOptions } from '../testing/test-gateway';
import { formatSitemap } from './sitemap';

afterEach(closeTestGateways);

/** The paths of the remote. Each is an open page, apart from what the second table says. */
const paths = {
  home: '/',
  product: '/product/:id',
  policy: '/:policyType',
  cart: '/cart',
  orders: '/orders',
  'not-found': '/404',
  unknown: '*',
};
const differences = {
  policy: { known: { policyType: ['terms', 'about'] } },
  cart: { isPrivate: true },
  orders: { access: 'signed-in' },
  'not-found': { status: 404 },
  unknown: { status: 404 },
};

function writeRemote(): string {
  const appRoot = writeFakeBuild({ app: 'mf', paths });
  const file = path.join(appRoot, 'dist/browser/build.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const [id, difference] of Object.entries(differences)) Object.assign(manifest.paths[id], difference);
  writeFileSync(file, JSON.stringify(manifest));
  return appRoot;
}

/** A shell of before the files for browsers. Its cart is private. */
const olderShell = createFakeShellBundle({
  html: ({ settings }) => String(settings.publicUrl),
  moreExports: `
const { renderDocument } = exports;
exports.renderDocument = (request) => ({ ...renderDocument(request), isPrivate: request.pathname === '/cart' });
`,
});
const shell = `${olderShell}
exports.wellKnown = {
  webManifest: ({ name, description }) => JSON.stringify({ name, description }),
  favicon: '/r/shell/1-0123456789ab/assets/favicon.png',
  serviceWorker: 'service-worker.js',
};`;

function writeShell(server: string, languages: readonly string[]): string {
  const texts = Object.fromEntries(languages.map((language) => [language, {}]));
  const appRoot = writeFakeBuild({ app: 'shell', server, texts });
  writeFileSync(path.join(appRoot, 'dist/browser/service-worker.js'), '/* worker */');
  return appRoot;
}

interface Deployment {
  env?: string;
  settings?: TestGatewayOptions['settings'];
  server?: string;
  languages?: readonly string[];
}

/** Opens a gateway at the address of the shop, unless the settings name another one. Its store API has 150 products. */
async function openShop({ env = 'production', settings, server = shell, languages = [] }: Deployment = {}) {
  const api = await startCatalogApi(Array.from({ length: 150 }, (_, index) => `p/${index + 1}`));
  const gateway = await openTestGateway({
    env,
    isInProcess: true,
    storeApiUrl: api.storeApiUrl,
    hasCatalog: true,
    settings: { publicUrl: 'http://shop.example:3000', ...settings },
  });
  const { store } = gateway.environment;
  const builds = [writeShell(server, languages), writeRemote()];
  const releases = await Promise.all(builds.map((appRoot) => publish(store, { appRoot, commit: '' })));
  const { live } = await promoteFake(gateway.environment, releases);
  await gateway.waitForLive(live.seq);
  const get = (url: string, headers: Record<string, string> = {}) =>
    gateway.get(url, { host: 'shop.example:3000', ...headers });
  return { ...gateway, ...api, get, workerKey: `${getReleasePrefix(live.shell)}service-worker.js` };
}

describe('robots.txt', () => {
  it('allows search engines to crawl every page and names the sitemap', async () => {
    const { body, headers } = await (await openShop()).get('/robots.txt');
    expect(body).toBe('User-agent: *\nDisallow:\n\nSitemap: http://shop.example:3000/sitemap.xml\n');
    expect(headers['content-type']).toContain('text/plain');
  });

  it('names a sitemap for each language', async () => {
    const { get } = await openShop({ languages: ['hi'] });
    const sitemap = 'Sitemap: http://shop.example:3000/sitemap.xml';
    expect((await get('/robots.txt')).body).toBe(`User-agent: *\nDisallow:\n\n${sitemap}\n${sitemap}?language=hi\n`);
  });

  it('forbids search engines to crawl and index an environment other than production', async () => {
    const { get } = await openShop({ env: 'staging' });
    expect((await get('/robots.txt')).body).toContain('Disallow: /\n');
    expect((await get('/')).headers['x-robots-tag']).toBe('none');
  });

  it('marks private pages with a noindex header', async () => {
    const { get } = await openShop();
    const inHindi = await openShop({ languages: ['hi'] });
    for (const { headers } of [await get('/cart'), await inHindi.get('/hi/cart')]) {
      expect(headers['x-robots-tag']).toBe('noindex');
    }
    expect((await get('/')).headers).not.toHaveProperty('x-robots-tag');
  });
});

const readAddresses = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);

describe('sitemap.xml', () => {
  it('lists pages, categories and every product at the shop’s public address', async () => {
    const { get } = await openShop({ settings: { publicUrl: 'https://shop.example' } });
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

  it('lists a category with half of a surrogate pair', async () => {
    const { get, state } = await openShop();
    state.categories = ['Pots \ud83c'];
    const { body } = await get('/sitemap.xml?part=1');
    expect(readAddresses(body).at(-1)).toBe('http://shop.example:3000/products?category=pots%20%EF%BF%BD');
  });

  it('links every page in all languages of the shell, in a sitemap for each language', async () => {
    const { get } = await openShop({ languages: ['hi'] });
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
    expect((await (await openShop()).get('/sitemap.xml?language=hi&part=2')).body).not.toMatch(/xhtml|\/hi/);
  });

  it.each(['0', '3', '01', '-1', '1.5', 'x', '', '2&part=2', '9999999'])('has no part %s', async (part) => {
    const { statusCode, body } = await (await openShop()).get(`/sitemap.xml?part=${part}`);
    expect([statusCode, body]).toEqual([404, 'There is no such part of the sitemap: /sitemap.xml lists its parts.']);
  });

  it('sends a part of products compressed, decompressed or not again', async () => {
    const { get } = await openShop();
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
    const { calls, get } = await openShop();
    await Promise.all([get('/sitemap.xml'), get('/sitemap.xml'), get('/site.webmanifest')]);
    await get('/sitemap.xml');
    expect(calls.sort()).toEqual([
      ...['/products?page=1&limit=100', '/products?page=2&limit=100'],
      // The sitemap asks for what the store API announces.
      ...['/storeInfo', '/storeInfo'],
    ]);
  });

  it('responds with 503 instead of an empty sitemap while the store API has never answered', async () => {
    const { errors, get, state } = await openShop();
    state.isDown = true;
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
    const { headers, ...response } = await (await openShop()).get('/site.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
    expect(response.json()).toEqual({ name: 'Tamra & Teak', description: '' });
    const { get, state } = await openShop();
    state.isDown = true;
    expect((await get('/site.webmanifest')).json()).toMatchObject({ name: 'Shop' });
  });

  it('responds with 503 when no process creates the web manifest', async () => {
    const { get, watcher } = await openShop();
    const { renderer } = watcher.current() ?? {};
    Object.assign(renderer ?? {}, { createWebManifest: () => new Promise(() => {}) });
    expect((await get('/site.webmanifest')).statusCode).toBe(503);
  });

  it('redirects /favicon.ico to the icon of the live shell', async () => {
    const { statusCode, headers } = await (await openShop()).get('/favicon.ico');
    expect([statusCode, headers.location]).toEqual([302, '/r/shell/1-0123456789ab/assets/favicon.png']);
  });

  it('serves the service worker of the live shell without caching', async () => {
    const { body, headers } = await (await openShop()).get('/service-worker.js');
    expect(body).toBe('/* worker */');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' });
  });

  it.each([
    ['https://api.shop.example/api/v1', "connect-src 'self' https://api.shop.example"],
    [undefined, "connect-src 'self' http://localhost:8044 https:"],
  ])('lets the service worker send the reads of pages to the store API %s', async (publicApiBase, source) => {
    const { headers } = await (await openShop({ settings: { publicApiBase } })).get('/service-worker.js');
    expect(headers['content-security-policy']).toBe(`default-src 'none'; ${source}`);
  });

  it('responds with 404 and reports why while the worker is unreadable or changed, so that browsers keep theirs', async () => {
    const { environment, errors, get, releasesFolder, workerKey } = await openShop();
    writeFileSync(path.join(releasesFolder, workerKey), '/* evil */');
    expect((await get('/service-worker.js')).statusCode).toBe(404);
    const { store } = environment;
    const read = store.get;
    store.get = (key) => (key === workerKey ? Promise.reject(new Error('connection reset')) : read(key));
    expect((await get('/service-worker.js')).statusCode).toBe(404);
    expect(errors).toEqual([`${workerKey} has other bytes than its release says`, 'connection reset']);
  });

  it('serves a service worker that removes itself when the deployment turns it off', async () => {
    const { body } = await (await openShop({ settings: { serviceWorker: 'off' } })).get('/service-worker.js');
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
    const { get } = await openShop({ server: olderShell });
    const responses = await Promise.all(
      ['/site.webmanifest', '/favicon.ico', '/service-worker.js'].map((url) => get(url)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 404]);
  });
});
