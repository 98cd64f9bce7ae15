import type { IncomingMessage } from 'node:http';
import { startTestServer } from '@shop/releases/testing/test-resources';
import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import { framePath, readInlineData, readLiveComposition } from './live-shop';
import { createLocalGateway } from './local-gateway';

type Answer = (request: IncomingMessage, body: string) => { status?: number; headers?: object; body?: string };

/** Starts a server. @returns Its origin, and the requests that it got. */
async function serve(answer: Answer): Promise<{ origin: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const { origin } = await startTestServer(async (request, response) => {
    requests.push(request);
    let text = '';
    for await (const chunk of request) text += chunk;
    const { status = 200, headers = {}, body = '' } = answer(request, text);
    response.writeHead(status, { ...headers }).end(body);
  });
  return { origin, requests };
}

const integrity = 'sha384-x' as const;
const createRemote = (name: string, version: string, patterns: string[]) => ({
  name,
  version,
  digest: 'd',
  base: `/r/${name}/${version}-d/`,
  entry: { path: 'remote-entry.js', integrity },
  global: `${name}_${version}`,
  paths: patterns.map((pattern) => ({ id: pattern, pattern, access: 'open' as const })),
});
const composition: Composition = {
  seq: 7,
  env: 'production',
  shell: { name: 'shell', version: '1.0.0', digest: 'd', base: '/r/shell/1-d/', entry: { path: 'main.js', integrity } },
  remotes: [createRemote('mf-catalog', '1.0.0', ['/']), createRemote('mf-content', '1.0.0', ['/contact', '*'])],
};

const policy = "default-src 'self'; connect-src 'self' https://api.shop.example; trusted-types default mf-catalog";
const json = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`;
const documentOf = (pathname: string, apiBase: string, live: Composition) =>
  `<html><head></head>\n<body class="x">\n<div id="root">HTML of ${pathname}</div>${json('composition', live)}${json('settings', { apiBase, orderAmounts: 'rupee' })}${json('telemetry', {})}</body></html>`;

const manifest = {
  version: '0.2.0',
  entry: 'remote-entry.js',
  global: 'mf_content_0_2_0',
  paths: { contact: { pattern: '/contact', access: 'open' }, new: { pattern: '/new', access: 'open' } },
};

const gateways: ReturnType<typeof createLocalGateway>[] = [];
afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

/** Starts a live shop, a development server of mf-content and the gateway between them. */
async function openGateway({ app = 'mf-content', problems = [] as string[], live = composition, built = {} } = {}) {
  const api = await serve((request, body) => ({
    headers: { 'content-type': 'application/json', 'set-cookie': 'api=1; Secure; Path=/' },
    body: JSON.stringify({ url: request.url, method: request.method, origin: request.headers.origin, body }),
  }));
  const apiBase = `${api.origin}/api/v1`;
  const shop = await serve(({ url = '' }) => {
    if (url.startsWith('/r/')) return { headers: { 'content-type': 'text/javascript' }, body: `released ${url}` };
    if (url === '/old') return { status: 301, headers: { location: `${shop.origin}/contact` } };
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'public, s-maxage=1',
      etag: '"x"',
      'strict-transport-security': 'max-age=1',
      'set-cookie': [
        'visitor=1; Domain=shop.example; HttpOnly; Secure; SameSite=Lax',
        '__Host-preview=1; Path=/; Secure; HttpOnly',
        '__Secure-team=1; Secure; Domain=shop.example',
      ],
    };
    return { status: url === '/new' ? 404 : 200, headers, body: documentOf(url, apiBase, live) };
  });
  const devServer = await serve(({ url }) =>
    url === '/build.json'
      ? { body: JSON.stringify({ ...manifest, ...built }) }
      : { body: `built ${url}`, headers: { 'content-type': 'text/javascript' } },
  );
  const gateway = createLocalGateway({
    shopUrl: shop.origin,
    app,
    devServerUrl: devServer.origin,
    apiBase,
    checkFit: async () => problems,
  });
  gateways.push(gateway);
  const get = (url: string, headers: Record<string, string> = {}) => gateway.inject({ url, headers });
  return { gateway, get, shop, api, devServer };
}

test('replaces one remote by the development server, and leaves every other app as the live shop has it', async () => {
  const { get } = await openGateway();
  const response = await get('/contact');
  const shown = readInlineData(response.body, 'composition');
  expect(shown?.remotes.map(({ name, version, base, entry }) => [name, version, base, entry.integrity])).toEqual([
    ['mf-catalog', '1.0.0', '/r/mf-catalog/1.0.0-d/', integrity],
    ['mf-content', '0.2.0', '/r/mf-content/development/', ''],
  ]);
  expect(shown?.shell).toEqual(composition.shell);
  expect((await get('/r/mf-content/development/remote-entry.js')).body).toBe('built /remote-entry.js');
  expect((await get('/r/mf-catalog/1.0.0-d/home.js')).body).toBe('released /r/mf-catalog/1.0.0-d/home.js');
});

test('shows what is replaced in a banner at the start of the page, with what does not fit', async () => {
  const { get, shop } = await openGateway({ problems: ['mf-content does not fit <the> live shell.'] });
  expect((await get('/contact')).body).toContain(
    `>Development: mf-content 0.2.0 of this machine replaces 1.0.0. All else is ${shop.origin}. mf-content does not fit &lt;the&gt; live shell.</aside>`,
  );
});

test("lets the browser render the remote's own pages, and keeps the HTML of pages that it has no part in", async () => {
  const { get } = await openGateway();
  expect((await get('/contact')).body).toContain(`HTML of ${framePath}`);
  expect((await get('/')).body).toContain('HTML of /<');
});

test('adds a remote that the live composition does not have, with the status 200 at its path', async () => {
  const { get } = await openGateway({ app: 'mf-new' });
  const response = await get('/new');
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('Development: mf-new 0.2.0 of this machine is added.');
  expect(readInlineData(response.body, 'composition')?.remotes.map(({ name }) => name)).toEqual([
    ...['mf-catalog', 'mf-content', 'mf-new'],
  ]);
});

test('permits the socket of hot reload and the policy of the remote, and nothing else that the live shop does not', async () => {
  const { get, devServer } = await openGateway();
  const { headers } = await get('/contact');
  expect(headers['content-security-policy']).toBe(
    `default-src 'self'; connect-src 'self' https://api.shop.example ${devServer.origin.replace('http', 'ws')}; trusted-types default mf-catalog mf-content rspack-dev-server#overlay`,
  );
});

const slots = { 'product.below': { order: 1 } };
test.each([
  ["the remote's own page", '/contact', {}, framePath, ['https://content.example']],
  ["the remote's own page in Hindi", '/hi/contact', {}, `/hi${framePath}`, ['https://content.example']],
  ['the page of a remote beside it', '/', {}, '/', ['https://catalog.example']],
  [
    'the page of a remote whose slots it fills',
    '/',
    { slots },
    framePath,
    ['https://catalog.example', 'https://content.example'],
  ],
])('permits the backends of %s', async (_, url, built, shown, expected) => {
  const [catalog, content] = composition.remotes as [ComposedRemote, ComposedRemote];
  const live: Composition = {
    ...composition,
    shell: { ...composition.shell, languages: ['hi'] },
    remotes: [{ ...catalog, connect: ['https://catalog.example'] }, content],
  };
  const { get } = await openGateway({ live, built: { connect: ['https://content.example'], ...built } });
  const { body, headers } = await get(url);
  expect(body).toContain(`HTML of ${shown}<`);
  expect(String(headers['content-security-policy']).match(/https:\/\/(catalog|content)\.example/g)).toEqual(expected);
});

test('sends requests to the store API with the origin of the live shop, and returns its response', async () => {
  const { gateway, get, shop } = await openGateway();
  expect(readInlineData((await get('/', { host: 'localhost:3000' })).body, 'settings')).toEqual({
    apiBase: 'http://localhost:3000/api/v1',
    orderAmounts: 'rupee',
  });
  const response = await gateway.inject({
    method: 'POST',
    url: '/api/v1/orders?x=1',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(response.json()).toEqual({ url: '/api/v1/orders?x=1', method: 'POST', origin: shop.origin, body: '{"a":1}' });
});

test('sends no telemetry to the live shop', async () => {
  const { gateway, get, shop } = await openGateway();
  expect((await get('/')).body).not.toContain('id="telemetry"');
  for (const url of ['/-/telemetry', '/-/errors']) {
    expect((await gateway.inject({ method: 'POST', url, body: '{}' })).statusCode).toBe(204);
  }
  expect(shop.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('makes documents, cookies and redirects those of a server without TLS on this machine', async () => {
  const { get } = await openGateway();
  const { headers } = await get('/');
  expect(headers['cache-control']).toBe('no-store');
  // A browser accepts the last two names only with "Secure".
  expect(headers['set-cookie']).toEqual([
    'visitor=1; HttpOnly; SameSite=Lax',
    '__Host-preview=1; Path=/; Secure; HttpOnly',
    '__Secure-team=1; Secure',
  ]);
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect((await get('/old')).headers.location).toBe('/contact');
  expect((await get('/service-worker.js')).body).toContain('registration.unregister()');
});

test('sends no request to another host than the shop, its store API and the development server', async () => {
  const { get, shop, devServer } = await openGateway();
  const other = await serve(() => ({ body: 'other' }));
  const host = other.origin.replace('http:', '');
  for (const url of [
    `${host}/x`,
    `/r/mf-content/development/${other.origin}/x`,
    `/r/mf-content/development/${host}/x`,
  ]) {
    await get(url);
  }
  expect(other.requests).toEqual([]);
  expect(shop.requests.map(({ url }) => url)).toContain(`${host}/x`);
  expect(devServer.requests.map(({ url }) => url)).toContain(`/${other.origin}/x`);
});

test('says so when the live shop cannot be reached, and when the address is not one of a shop', async () => {
  await expect(readLiveComposition('http://127.0.0.1:9')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:9 does not respond \(.+\): check the address of the shop in SHOP_URL or --shop-url, and the network\.$/,
  );
  const other = await serve(() => ({ status: 404, body: '<html></html>' }));
  await expect(readLiveComposition(other.origin)).rejects.toThrow(
    `${other.origin}/login responds with status 404 and no composition: give the address of a shop`,
  );
});
