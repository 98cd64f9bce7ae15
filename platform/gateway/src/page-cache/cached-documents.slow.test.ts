import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { halt } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { publishBuild, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { testAuthor } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { openPageShop, page } from '../rendering/testing/page-shop';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shell whose document contains all that it was rendered from, and the number of the render. */
const createCountingShell = (name: string) =>
  createFakeShellBundle({
    data: { name },
    html: ({ pathname, hostname, settings, composition }, data) => {
      const counter = globalThis as unknown as { renders?: number };
      counter.renders = (counter.renders ?? 0) + 1;
      const { publicUrl } = settings;
      const text = { shell: data.name, render: counter.renders, seq: composition.seq, pathname, hostname, publicUrl };
      return JSON.stringify({ ...text, padding: 'x'.repeat(2000) });
    },
    status: ({ pathname }) => (pathname.startsWith('/gone') ? 404 : 200),
  });

const megabyte = 1024 * 1024;

/** Opens a gateway with a page cache whose clock stands still. */
async function openShop() {
  const shop = await openTestGateway({ pageCacheBytes: megabyte, now: () => 1_000_000 });
  const publishCounting = (name: string, version: string) =>
    publishBuild(shop.environment.store, { app: 'shell', version, content: name, server: createCountingShell(name) });
  const promoteCounting = async (name: string, version: string) => {
    const release = await publishCounting(name, version);
    return shop.promoteRelease(release);
  };
  const getSize = () => shop.pageCache?.getSize() ?? 0;
  await promoteCounting('live', '1.0.0');
  return { ...shop, getSize, promoteCounting, publishCounting };
}

/** A shop whose canary has half of the visitors. */
async function openShopWithCanary() {
  const shop = await openShop();
  await shop.get('/');
  await promoteFake(shop.environment, [await shop.publishCounting('canary', '1.1.0')], {
    canary: { share: 50, staff: true },
  });
  await shop.waitForCanary();
  return shop;
}

const shared = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60';

test('renders a document once, and lets shared caches keep it for a second', async () => {
  const { get } = await openShop();
  const first = await get('/products');
  expect(first.headers).toMatchObject({
    'cache-control': shared,
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"[\w-]{22}-identity"$/),
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'content-type': 'text/html; charset=utf-8',
  });
  expect(first.headers['set-cookie']).toBeUndefined();
  const second = await get('/products');
  expect(second.body).toBe(first.body);
  expect(second.headers).toMatchObject({
    ...first.headers,
    date: expect.any(String),
    'x-request-id': expect.any(String),
  });
  expect((await get('/')).json().render).toBe(2);
});

test.each([
  ['br', 'br'],
  ['gzip;q=1, br;q=0.1', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['', undefined],
  ['identity;q=0', undefined],
  [`${'x'.repeat(4000)}, gzip`, 'gzip'],
])('answers accept-encoding %.30j with the same document in %s', async (header, encoding) => {
  const { get } = await openShop();
  const { body } = await get('/products');
  const { headers, rawPayload } = await get('/products', { 'accept-encoding': header });
  expect(headers['content-encoding']).toBe(encoding);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
  expect(decode(rawPayload).toString()).toBe(body);
  expect(headers.etag).toMatch(new RegExp(`-${encoding ?? 'identity'}"$`));
  expect(headers['content-length']).toBe(String(rawPayload.length));
});

test('answers 304 to a browser that has the document, and the new document after a promotion', async () => {
  const { get, promoteCounting } = await openShop();
  const { etag = '' } = (await get('/', { 'accept-encoding': 'br' })).headers;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get('/', { 'accept-encoding': 'br', 'if-none-match': String(tag) });
    expect([tag, response.statusCode, response.body]).toEqual([tag, 304, '']);
    expect(response.headers).toMatchObject({ etag, 'cache-control': shared, vary: 'accept-encoding' });
    expect(response.headers['content-encoding']).toBeUndefined();
  }
  for (const headers of [{ 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br', 'if-none-match': '"other"' }]) {
    expect((await get('/', { 'if-none-match': String(etag), ...headers })).statusCode).toBe(200);
  }
  await promoteCounting('next', '2.0.0');
  expect((await get('/', { 'accept-encoding': 'br', 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('answers HEAD without a body, and the next GET with the complete document', async () => {
  const { app, get } = await openShop();
  const head = await app.inject({ method: 'HEAD', url: '/products', headers: { 'accept-encoding': 'br' } });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const response = await get('/products', { 'accept-encoding': 'br' });
  expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toMatchObject({ render: 1 });
  expect(head.headers).toMatchObject({
    etag: response.headers.etag,
    'content-length': response.headers['content-length'],
  });
});

test('renders a page for its declared query only, and never keeps a fallback document in shared caches', async () => {
  const { get } = await openPageShop(
    {
      list: `return ${page("'content ' + request.search")};`,
      old: `return { kind: 'redirect', location: '/list?b=2' };`,
      failed: `return { kind: 'unavailable', reason: 'the store API is down' };`,
    },
    { pageCacheBytes: megabyte, now: () => 1_000_000 },
  );
  const first = await get('/list?utm_source=a&b=2');
  expect(first.body).toBe('content ?b=2');
  expect((await get('/list?b=2&x=1')).headers.etag).toBe(first.headers.etag);
  expect((await get('/list?b=2&x=1&b=3')).body).toBe('content ?b=2&b=3');
  for (const [query, added] of [
    ['', ''],
    ['?utm_source=a', '&utm_source=a'],
    ['', ''],
  ]) {
    const headers = { location: `/list?b=2${added}`, 'cache-control': shared };
    expect(await get(`/old${query}`)).toMatchObject({ statusCode: 301, headers });
  }
  expect(await get('/failed')).toMatchObject({ body: 'client-rendered', headers: { 'cache-control': 'no-cache' } });
});

test('keeps a page while clients invent addresses of a private page, whose frame is the same for each', async () => {
  const { environment, get, promoteRelease, watcher } = await openPageShop(
    { list: `return ${page("'list ' + Math.random()")};` },
    { pageCacheBytes: 40_000, now: () => 1_000_000 },
  );
  const server = `exports.render = async () => ${page("'order'")};`;
  const appRoot = writeFakeBuild({ app: 'mf-orders', paths: { order: '/orders/:id' }, server });
  const manifest = path.join(appRoot, 'dist/browser/build.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"access":"open"', '"access":"signed-in"'));
  await promoteRelease(await publish(environment.store, { appRoot, commit: '' }));
  await watcher.current()?.renderer.whenPrepared();
  const { body } = await get('/list');
  for (let id = 0; id < 40; id++) expect((await get(`/orders/${id}`)).body).toBe('order');
  expect((await get('/list')).body).toBe(body);
});

test('serves no earlier composition after a promotion or rollback under load', async () => {
  const { get, promoteCounting, promoteRelease, publishCounting, watcher } = await openShop();
  const other = await publishCounting('other', '1.5.0');
  let isOpen = true;
  let requests = 0;
  const stale: string[] = [];
  const load = async (_: unknown, index: number) => {
    while (isOpen) {
      const before = watcher.current()?.composition.seq ?? 0;
      const { seq } = (await get(index % 2 ? '/' : '/products')).json();
      if (seq < before) stale.push(`${seq} after ${before}`);
      requests++;
    }
  };
  const running = Promise.all(Array.from({ length: 8 }, load));
  await promoteCounting('next', '2.0.0');
  await promoteRelease(other);
  await promoteCounting('last', '3.0.0');
  const wanted = requests + 50;
  await waitUntil(() => requests >= wanted, { message: 'more requests are answered' });
  isOpen = false;
  await running;
  expect(stale).toEqual([]);
  expect((await get('/')).json().shell).toBe('last');
});

test('serves the live composition to a visitor without the cookie, who never changes between versions', async () => {
  const { get } = await openShopWithCanary();
  for (const headers of [{}, { cookie: 'visitor=somebody' }, { cookie: 'theme=dark' }] as Record<string, string>[]) {
    const loads = await Promise.all(Array.from({ length: 20 }, () => get('/', headers)));
    expect(new Set(loads.map((response) => response.json().shell))).toEqual(new Set(['live']));
    const polls = await Promise.all(Array.from({ length: 20 }, () => get('/-/composition', headers)));
    expect(new Set(polls.map(({ body }) => body))).toEqual(new Set(['{"seq":1}']));
    expect(polls.filter((response) => response.headers['set-cookie'])).toEqual([]);
  }
});

test('keeps the groups of a canary apart, gives each visitor a cookie, and is private for shared caches', async () => {
  const { get } = await openShopWithCanary();
  const shells = new Map<string, string>();
  for (let index = 0; index < 60; index++) {
    const first = await get('/');
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'set-cookie': expect.stringMatching(/^visitor=[0-9a-f-]{36}; .*HttpOnly.*SameSite=Lax/),
    });
    const cookie = getCookie(first);
    const response = await get('/', { cookie });
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(response.headers['set-cookie']).toBeUndefined();
    shells.set(cookie, response.json().shell);
  }
  expect(shells.size).toBe(60);
  expect(new Set(shells.values())).toEqual(new Set(['live', 'canary']));
  const visits = [...shells].flatMap(([cookie, shell]) => ['/', '/products'].map((url) => ({ cookie, shell, url })));
  const seen = await Promise.all(
    visits.map(async ({ cookie, url }) => (await get(url, { cookie, 'if-none-match': '"x"' })).json()),
  );
  expect(seen.map(({ shell }) => shell)).toEqual(visits.map(({ shell }) => shell));
  // Each group has one entry for each page.
  expect(new Set(seen.map(({ shell, pathname, render }) => `${shell} ${pathname} ${render}`)).size).toBe(4);
});

test('serves the live composition to every visitor after a halt', async () => {
  const { environment, get, watcher } = await openShopWithCanary();
  const visitors = await Promise.all(Array.from({ length: 30 }, async () => getCookie(await get('/'))));
  await halt(environment, testAuthor);
  await waitUntil(() => watcher.canaries().length === 0, { message: 'the canary ends' });
  const responses = await Promise.all(visitors.map((cookie) => get('/', { cookie })));
  expect(new Set(responses.map((response) => response.json().shell))).toEqual(new Set(['live']));
  expect(new Set(responses.map(({ headers }) => headers['cache-control']))).toEqual(new Set([shared]));
});

test('caches neither previews nor the documents of staff', async () => {
  const { environment, get, getSize, publishCounting } = await openShopWithCanary();
  const visitor = getCookie(await get('/'));
  const expected = (await get('/', { cookie: visitor })).body;
  const size = getSize();
  const shell = await publishCounting('preview', '3.0.0');
  const preview = await createPreview(environment, { shell, remotes: [] }, { by: 'asha', duration: 60_000 });
  const staff = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
  for (const [cookie, name, cacheControl] of [
    [`preview=${preview.id}`, 'preview', 'private, no-store'],
    [`staff=${staff.id}; ${visitor}`, 'canary', 'private, no-cache'],
  ] as const) {
    const renders = new Set<number>();
    for (let count = 0; count < 3; count++) {
      const response = await get('/', { cookie });
      expect(response.json().shell).toBe(name);
      expect(response.headers).toMatchObject({ 'cache-control': cacheControl });
      renders.add(response.json().render);
    }
    expect(renders.size).toBe(3);
  }
  expect(getSize()).toBe(size);
  expect((await get('/', { cookie: visitor })).body).toBe(expected);
});
