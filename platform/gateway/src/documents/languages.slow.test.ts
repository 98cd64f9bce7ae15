import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { promote } from '@shop/releases/actions/promote';
import type { Release } from '@shop/releases/release/release';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { patientLimits } from '../rendering/testing/page-shop';
import { closeTestGateways, openTestGateway, type TestGatewayOptions } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shell whose documents tell what they were rendered from. Its pages need `mf-a`, and some of them redirect. */
const server = createFakeShellBundle({
  html: ({ composition, language, pathname, route }) =>
    JSON.stringify({ render: 'client', seq: composition.seq, language, pathname, route: route?.path }),
  status: ({ route }) => (route ? 200 : 404),
  renderPage: async ({ language, pathname, search, route }, { loadRemote, texts }) => {
    loadRemote('mf-a');
    const targets: Record<string, string> = { '/to-home': `/${search}`, '/to-product': '/product/7?b=ü' };
    const location = targets[pathname];
    if (location !== undefined) return { kind: 'redirect', location };
    const html = JSON.stringify({ render: 'server', language, pathname, route: route?.path, texts });
    const status = route ? 200 : 404;
    return { kind: 'page', document: { status, html, inlineScripts: [], apiOrigin: 'http://localhost:8044' } };
  },
});

const hindi = { hi: { Cart: 'कार्ट' } };

interface ShopTexts {
  shell?: Record<string, Record<string, string>>;
  remote?: Record<string, Record<string, string>>;
}

/** Opens a shop whose shell and remote have Hindi texts, unless the test names others. */
async function openShop(options: TestGatewayOptions = {}, { shell = hindi, remote = hindi }: ShopTexts = {}) {
  const shop = await openTestGateway({ limits: patientLimits, pageCacheBytes: 1_000_000, ...options });
  const { store } = shop.environment;
  const publishShell = (version: string, texts: ShopTexts['shell'] = {}) =>
    publishBuild(store, { app: 'shell', version, content: version, server, texts });
  const publishRemote = (version: string, texts: ShopTexts['remote'] = {}) => {
    const paths = { home: '/', product: '/product/:id', policy: '/:policyType', page: '/to/:page' };
    const queries = { home: ['page'], policy: ['page'] };
    const slots = { 'product.below': { order: 1 } };
    return publishBuild(store, { app: 'mf-a', version, content: version, paths, queries, slots, texts });
  };
  const releases = [await publishShell('1.0.0', shell), await publishRemote('1.0.0', remote)] as const;
  const { live } = await promoteFake(shop.environment, releases);
  await shop.waitForLive(live.seq);
  await shop.watcher.current()?.renderer.whenPrepared();
  return { ...shop, publishShell, releases };
}

const getUrl = ({ app, version, digest }: Release, file: string) => `/r/${app}/${version}-${digest}/${file}`;

describe('a page in Hindi', () => {
  it('is rendered with the texts of all parts, and a page in English gets none', async () => {
    const { get, releases, errors } = await openShop();
    const [shell, remote] = releases;
    const page = await get('/hi/product/7');
    expect(page.headers['content-language']).toBe('hi-IN');
    const parts = ['home', 'product', 'policy', 'page', 'product.below'];
    const urls = [
      getUrl(shell, 'texts/shell.hi.json'),
      ...parts.map((part) => getUrl(remote, `texts/${part}.hi.json`)),
    ];
    expect(page.json()).toEqual({
      render: 'server',
      language: 'hi',
      pathname: '/product/7',
      route: 'product',
      texts: Object.fromEntries(urls.map((url) => [url, { Cart: 'कार्ट' }])),
    });
    const english = await get('/product/7');
    expect(english.headers['content-language']).toBe('en-IN');
    expect(english.json()).toEqual({ render: 'server', pathname: '/product/7', route: 'product' });
    expect(errors).toEqual([]);
  });

  it('has an entry of its own in the page cache and an ETag of its own', async () => {
    const { get } = await openShop();
    const [english, inHindi] = [await get('/product/7'), await get('/hi/product/7')];
    expect(inHindi.headers.etag).not.toBe(english.headers.etag);
    expect(inHindi.headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': english.headers['cache-control'],
    });
    for (const [path, { headers, body }] of [
      ['/product/7', english],
      ['/hi/product/7', inHindi],
    ] as const) {
      expect((await get(path)).body).toBe(body);
      const repeated = await get(path, { 'if-none-match': String(headers.etag) });
      expect([repeated.statusCode, repeated.headers['content-language']]).toEqual([304, headers['content-language']]);
    }
    expect((await get('/hi/product/7', { 'if-none-match': String(english.headers.etag) })).statusCode).toBe(200);
  });

  it('shows English texts of a remote without texts in Hindi, and in another language that only the remote has', async () => {
    const { get, releases } = await openShop({}, { remote: { ta: { Cart: 'கூடை' } } });
    expect((await get('/hi/product/7')).json().texts).toEqual({
      [getUrl(releases[0], 'texts/shell.hi.json')]: { Cart: 'कार्ट' },
    });
    expect((await get('/ta/product/7')).statusCode).toBe(404);
  });

  it('is client-rendered while a file with texts is missing in the release store', async () => {
    const shop = await openShop();
    const remote = await publishBuild(shop.environment.store, {
      app: 'mf-a',
      version: '2.0.0',
      paths: { home: '/' },
      texts: hindi,
    });
    const key = getUrl(remote, 'texts/home.hi.json').slice(1);
    await shop.environment.store.remove(key);
    const { live } = await promoteFake(shop.environment, [remote]);
    await shop.waitForLive(live.seq);
    await waitUntil(() => shop.errors[0], { message: 'the missing file is reported' });
    expect(shop.errors[0]).toBe(`${key} is missing from the release store`);
    const page = await shop.get('/hi');
    expect([page.statusCode, page.json()]).toMatchObject([200, { render: 'client', language: 'hi', pathname: '/' }]);
  });

  it('counts as the same route as the English page in logs', async () => {
    const { get, logLines } = await openShop({ logLevel: 'info' });
    for (const path of ['/hi/product/7', '/product/7', '/hi/a/b']) await get(path);
    expect(logLines.map(({ route, app }) => [route, app])).toEqual([
      ['/product/:id', 'mf-a'],
      ['/product/:id', 'mf-a'],
      ['/*', 'shell'],
    ]);
  });

  it('loads its texts from a released file, in brotli', async () => {
    const { get, releases } = await openShop({ isInProcess: true });
    const url = getUrl(releases[0], 'texts/shell.hi.json');
    const { headers, rawPayload } = await get(url, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual({ Cart: 'कार्ट' });
  });
});

test.each([
  ['/hi', 200, 'hi', '/', 'home'],
  ['/hi?page=2', 200, 'hi', '/', 'home'],
  ['/hi/terms', 200, 'hi', '/terms', 'policy'],
  ['/hi/login', 404, 'hi', '/login', undefined],
  ['/hi/hi', 200, 'hi', '/hi', 'policy'],
  ['/%68i', 200, undefined, '/%68i', 'policy'],
  ['/hindi', 200, undefined, '/hindi', 'policy'],
  ['/ta', 200, undefined, '/ta', 'policy'],
  ['/ta/product/7', 404, undefined, '/ta/product/7', undefined],
  ['/hi/metrics/x', 404, 'hi', '/metrics/x', undefined],
  ['/hi/-/composition', 404, 'hi', '/-/composition', undefined],
  ['/hi/r/shell/1.0.0-0123456789ab/main.js', 404, 'hi', '/r/shell/1.0.0-0123456789ab/main.js', undefined],
  ['/x/../hi/terms', 200, 'hi', '/terms', 'policy'],
  ['/hi/../terms', 200, undefined, '/terms', 'policy'],
])('%s has the status %d, the language %s and the path %s', async (address, status, language, pathname, route) => {
  const { get } = await openShop({ isInProcess: true });
  const page = await get(address);
  expect([page.statusCode, page.headers['content-language']]).toEqual([status, language ? 'hi-IN' : 'en-IN']);
  const { language: rendered, ...document } = page.json();
  expect([rendered, document]).toEqual([language, { render: 'client', seq: 1, pathname, ...(route && { route }) }]);
});

test.each(['/hi//evil.example', '/hi//', '/hi/..//evil.example', '/hi/\\evil.example', '/hi\\/evil.example'])(
  '%s is refused',
  async (address) => {
    const { get } = await openShop({ isInProcess: true });
    const { statusCode, headers, body } = await get(address);
    expect([statusCode, headers.location, body]).toEqual([400, undefined, 'That address cannot be read.']);
  },
);

test.each([
  ['/hi/', '/hi'],
  ['/hi/?page=2', '/hi?page=2'],
  ['/HI', '/hi'],
  ['/Hi/product/A7?page=2', '/hi/product/A7?page=2'],
  ['/hi/to-product', '/hi/product/7?b=%C3%BC'],
  ['/to-product', '/product/7?b=%C3%BC'],
  ['/hi/to-home', '/hi'],
  ['/hi/to-home?page=2', '/hi?page=2'],
  ['/to-home', '/'],
  ['/to-home?utm_source=mail&page=2&gclid=1', '/?page=2&utm_source=mail&gclid=1'],
  ['/hi/to-home?fbclid=1', '/hi?fbclid=1'],
  ['/to-product?a=%0D%0Aset-cookie:%20b%23=%C3%A9&b=x', '/product/7?b=%C3%BC&a=%0D%0Aset-cookie%3A+b%23%3D%C3%A9'],
])('%s redirects to %s', async (address, location) => {
  const { get } = await openShop();
  const { statusCode, headers } = await get(address);
  expect([statusCode, headers.location]).toEqual([301, location]);
});

test('a visitor of a canary has the languages of its shell, and the others those of the live shell', async () => {
  const { app, environment, publishShell, waitForCanary } = await openShop({ isInProcess: true }, { shell: {} });
  const next = await publishShell('2.0.0', hindi);
  await promote(environment, [next], testAuthor, { ...passingGates, canary: { share: 50 } });
  await waitForCanary();
  const documents = new Set<string>();
  for (let visitor = 0; visitor < 60; visitor++) {
    const headers = { cookie: `visitor=${randomUUID()}` };
    documents.add((await app.inject({ url: '/hi', remoteAddress: `10.1.${visitor}.1`, headers })).body);
  }
  const parsed = [...documents].map((document) => JSON.parse(document) as Record<string, unknown>);
  expect(parsed.sort((a, b) => Number(a.seq) - Number(b.seq))).toEqual([
    { render: 'client', seq: 1, pathname: '/hi', route: 'policy' },
    { render: 'client', seq: expect.any(Number), language: 'hi', pathname: '/', route: 'home' },
  ]);
});
