import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

test('responds with 503 and is not ready while nothing is promoted', async () => {
  const { get } = await openTestGateway({ isInProcess: true });
  expect(await get('/')).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '2' },
    body: expect.stringContaining('nothing has been promoted yet'),
  });
  expect((await get('/readyz')).statusCode).toBe(503);
});

test.each([
  '/r%2Fshell%2F1.0.0-0123456789ab%2Fmain.js',
  '/%72/shell/1.0.0-0123456789ab/main.js',
  '/x/../r/shell/1.0.0-0123456789ab/main.js',
  '/x%2F..%2Fr/shell/1.0.0-0123456789ab/main.js',
  '/x%3F%2F..%2Fr%2Fshell%2F1.0.0-0123456789ab%2Fmain.js',
  '/r//shell/1.0.0-0123456789ab/main.js',
])('serves no document at the spelling %s of the address of a file, which caches decode', async (spelling) => {
  const { get, promoteShell } = await openTestGateway({ isInProcess: true });
  await promoteShell('one', '1.0.0');
  expect(await get(spelling)).toMatchObject({
    statusCode: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
});

test('serves each promoted composition without a restart', async () => {
  const { get, promoteShell } = await openTestGateway({
    isInProcess: true,
    settings: { publicUrl: 'https://shop.example' },
  });
  await promoteShell('one', '1.0.0');
  const first = await get('/products?page=2');
  expect(first.json()).toMatchObject({
    shell: 'one',
    pathname: '/products',
    hostname: 'shop.example',
    settings: { orderAmounts: 'rupee' },
  });
  await promoteShell('two', '2.0.0');
  expect((await get('/')).json()).toMatchObject({
    shell: 'two',
    seq: 2,
    base: expect.stringMatching(/^\/r\/shell\/2\.0\.0-/),
  });
  expect((await get('/readyz')).json()).toMatchObject({ ready: true, composition: 2 });
});

test('compresses documents for browsers that accept brotli', async () => {
  const { get, promoteShell } = await openTestGateway({ isInProcess: true });
  await promoteShell('one', '1.0.0');
  const plain = await get('/products');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const compressed = await get(`/${'products/'.repeat(200)}`, { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toContain('"shell":"one"');
});

test('tells an open tab the composition that its visitor would get now', async () => {
  const { get, promoteShell } = await openTestGateway({ isInProcess: true });
  const before = await get('/-/composition');
  expect([before.statusCode, before.json()]).toEqual([503, { seq: null }]);
  await promoteShell('one', '1.0.0');
  const response = await get('/-/composition');
  expect([response.statusCode, response.json()]).toEqual([200, { seq: 1 }]);
  expect(response.headers['cache-control']).toBe('private, no-store');
});

test.each([
  ['/cart', ['main.js', 'form.js', 'later.css', 'remote-entry.js', 'cart.js', 'pin-codes.css']],
  [
    '/hi/cart',
    [
      'main.js',
      'form.js',
      'later.css',
      'shell.hi.json',
      'remote-entry.js',
      'cart.js',
      'cart.hi.json',
      'orders.hi.json',
      'pin-codes.css',
    ],
  ],
  ['/login', ['main.js', 'form.js', 'later.css']],
])('lists the files of the page %s for the service worker, also those that it loads later', async (page, expected) => {
  const { get, environment, waitForLive } = await openTestGateway({ isInProcess: true });
  const texts = { hi: { Cart: 'कार्ट' } };
  const shell = await publishBuild(environment.store, {
    app: 'shell',
    texts,
    styleSheets: { 'later.css': '.later{}', 'form.js': '' },
    provides: { '@shop/forms/form': { version: '1.0.0', files: ['form.js'] } },
  });
  const remote = await publishBuild(environment.store, {
    app: 'mf-cart',
    texts,
    styleSheets: { 'pin-codes.css': '._mf-cart_1{color:red}' },
    paths: { cart: '/cart', orders: '/orders' },
  });
  const { live } = await promoteFake(environment, [shell, remote]);
  await waitForLive(live.seq);
  const { files } = (await get(`/-/composition?page=${page}`)).json<{ files: { url: string; integrity: string }[] }>();
  expect(files.map(({ url }) => url.split('/').at(-1)).sort()).toEqual([...expected].sort());
  expect(files.every(({ url, integrity }) => url.startsWith('/r/') && integrity.startsWith('sha256-'))).toBe(true);
});

test('serves what the live shell offers to remotes, and nothing else of its release', async () => {
  const { get, promoteShell } = await openTestGateway({ isInProcess: true });
  expect((await get('/-/shell-contract')).statusCode).toBe(503);
  await promoteShell('one', '1.0.0');
  const response = await get('/-/shell-contract');
  expect(response.json()).toMatchObject({ app: 'shell', version: '1.0.0', provides: { react: { version: '19.3.1' } } });
  expect(Object.keys(response.json())).not.toContain('files');
  expect(response.headers['cache-control']).toBe('no-cache');
});

test('responds with the status of the shell, a strict content security policy and no content sniffing', async () => {
  const { get, promoteShell } = await openTestGateway({ isInProcess: true });
  await promoteShell('one', '1.0.0');
  const { headers, statusCode } = await get('/gone');
  expect(statusCode).toBe(404);
  const policy = String(headers['content-security-policy']);
  const hash = createHash('sha256').update('alert(1)').digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("connect-src 'self' http://localhost:8044;");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toMatch(/; report-uri \/-\/policy-reports; report-to policy$/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    // No other window gets a reference to the document.
    'cross-origin-opener-policy': 'same-origin',
    'reporting-endpoints': 'policy="/-/policy-reports"',
  });
});
