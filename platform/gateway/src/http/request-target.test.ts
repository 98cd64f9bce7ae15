import { listGatewayMetricsKeys, readGatewayMetrics } from '@shop/releases/canary-analysis/gateway-metrics';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createGatewayMetrics } from '../operation/gateway-metrics';
import { sendRawRequest } from '../testing/raw-connection';
import { closeTestGateways, getCookie, openTestGateway, type TestGateway } from '../testing/test-gateway';
import { commonHeaders, tlsHeaders } from './security-headers';

/** A shell that finds the store API by the host name of the request, as the shop's shell does. */
const server = createFakeShellBundle({
  html: ({ pathname, settings }) =>
    settings.publicUrl === 'http://localhost' ? pathname : `${pathname} ${settings.publicUrl}`,
  apiOrigin: ({ hostname, settings }) => {
    const apiBase = hostname === 'localhost' ? 'http://localhost:8044' : `https://api.${hostname}`;
    return new URL(settings.apiBase ?? apiBase).origin;
  },
});

let shop: TestGateway;
let port: number;

beforeAll(async () => {
  shop = await openTestGateway({ isInProcess: true });
  await shop.promoteRelease(await publishBuild(shop.environment.store, { app: 'shell', server }));
  port = await shop.listen();
});

afterAll(closeTestGateways);

const request = async (address: string, host = 'localhost') => {
  const { status, body, headers } = await sendRawRequest(port, `GET ${address}`, { host });
  return { status, body, sniffing: headers['x-content-type-options'] };
};
const createRejection = (message: string) => ({ status: 400, body: message, sniffing: 'nosniff' });

describe('invalid request targets', () => {
  it.each(['//evil.com/x', '/\\x', '/a\\b', '/.//evil.com', '*', 'http://evil.com//x'])(
    'rejects the request target %s with a message',
    async (address) => expect(await request(address)).toEqual(createRejection('That address cannot be read.')),
  );

  it.each([
    ...[
      'a b',
      'a@b',
      '10.0.0.1',
      '[::2]',
      'localhost.evil.example',
      'localhost@evil.example',
      'localhost:3700@evil.example',
    ],
    ...[
      'localhost:@evil.example',
      'localhost:80:80',
      'localhost:99999',
      'localhost:x',
      'localhost\\.evil.example',
      'localhost.',
    ],
    ...[
      'localhost/evil.example',
      'localhost?evil.example',
      'localhost#evil.example',
      'localhost:3700/evil.example',
      'localhost%00',
    ],
    ...[
      '[::1]@evil.example',
      '[::1]:3700@evil.example',
      '[::1',
      '[::ffff:127.0.0.1]',
      '127.0.0.1.',
      '127.1',
      '2130706433',
      '0x7f.1',
    ],
    ...['evil.example:localhost', 'localhost,evil.example', 'localhost evil.example'],
  ])('rejects the host %s with a message', async (host) => {
    const message = 'This gateway serves the shop on localhost only: set SHOP_URL to the address that shoppers type.';
    for (const address of ['/', '/robots.txt', '/sitemap.xml']) {
      expect(await request(address, host)).toEqual({ ...createRejection(message), status: 421 });
    }
  });

  it.each([
    ['localhost', 'http://localhost'],
    ['localhost:80', 'http://localhost'],
    ['LOCALHOST:3700', 'http://localhost:3700'],
    ['127.0.0.1:3700', 'http://127.0.0.1:3700'],
    ['[::1]:3700', 'http://[::1]:3700'],
  ])('serves the host %s at the address %s, also with X-Forwarded-Host of a stranger', async (host, address) => {
    const headers = { host, 'x-forwarded-host': 'evil.example' };
    const { status, body } = await sendRawRequest(port, 'GET /robots.txt', headers);
    expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining(`${address}/sitemap.xml`) });
  });

  it('counts a rejected request neither as a page view nor as a render failure', async () => {
    await shop.telemetry.flush();
    const { store } = shop.environment;
    const [key = ''] = await listGatewayMetricsKeys(store, 'production');
    expect(await readGatewayMetrics(store, key)).toMatchObject({ minutes: [], runs: [] });
  });

  it.each([
    '/r/mf-catalog/.x-0123456789ab/foo.js',
    '/r/mf-catalog/%2e%2e-0123456789ab/foo.js',
    '/r/.x/1-0123456789ab/a.js',
  ])('responds with 404 to the release file address %s', async (address) =>
    expect((await request(address)).status).toBe(404),
  );
});

test('serves absolute request targets and paths with a double slash inside', async () => {
  expect(await request('http://localhost/products?page=2')).toMatchObject({ status: 200, body: '/products' });
  expect(await request('/product//x#y')).toMatchObject({ status: 200, body: '/product//x' });
});

describe('a gateway with the public address of the shop', () => {
  const openShop = async () => {
    const settings = { publicUrl: 'https://shop.example' };
    const { app } = await openTestGateway({ environment: shop.environment, isInProcess: true, settings });
    return (method: 'GET' | 'HEAD' | 'POST', url: string, host: string) =>
      app.inject({ method, url, headers: { host } });
  };

  it('redirects each page of another host name to the same page, and lets nothing store the redirect', async () => {
    const send = await openShop();
    for (const host of [
      'www.shop.example',
      'www.shop.example:3000',
      'evil.example',
      'shop.example.',
      'www.xn--p1b6ci.in',
    ])
      for (const [url, location = url] of [
        ['/'],
        ['/hi/products?category=kitchen%20tools&page=2'],
        ['/product/a%2Fb'],
        ['/robots.txt'],
        ['/sitemap.xml?language=hi'],
        ['http://other.example/cart?x=1', '/cart?x=1'],
      ] as const)
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await send(method, url, host);
          // The cookie is not for TLS only: a loop may lead through an address without TLS.
          const { 'cache-control': cacheControl, 'set-cookie': cookie } = response.headers;
          expect([host, response.statusCode, response.headers.location, cacheControl, cookie]).toEqual([
            ...[host, 307, `https://shop.example${location}`, 'no-store'],
            'host-redirect=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax',
          ]);
        }
  });

  it.each([
    ['a proxy sends its upstream name as the host', (_host: string) => 'upstream.internal'],
    ['another server redirects the shop to www', (host: string) => (host === 'shop.example' ? null : host)],
  ])('serves the page, and logs one warning with the host, when %s', async (_title, getHost) => {
    const settings = { publicUrl: 'https://shop.example' };
    const { environment } = shop;
    const { app, logLines } = await openTestGateway({ environment, isInProcess: true, settings, logLevel: 'warn' });
    /** Follows redirects as a browser does, with the cookies of each host. */
    const visit = async (path: string) => {
      const cookies = new Map<string, string>();
      let url = new URL(path, 'https://www.shop.example');
      for (let hops = 0; hops < 5; hops++) {
        const host = getHost(url.host);
        if (host === null) {
          url = new URL(url.pathname, 'https://www.shop.example');
          continue;
        }
        const headers = { host, cookie: cookies.get(url.host) ?? '' };
        const response = await app.inject({ url: url.pathname, headers });
        if (response.statusCode !== 307) return response;
        cookies.set(url.host, getCookie(response));
        url = new URL(String(response.headers.location));
      }
      throw new Error(`${path} is redirected in a loop`);
    };
    for (const path of ['/', '/cart', '/robots.txt']) expect((await visit(path)).statusCode).toBe(200);
    expect((await visit('/cart')).body).toBe('/cart https://shop.example');
    expect(logLines).toEqual([
      expect.objectContaining({
        host: getHost('www.shop.example'),
        msg: expect.stringContaining('Each proxy must keep the Host header'),
      }),
    ]);
  });

  it('serves its own host name in any case, and hosts by which machines ask', async () => {
    const send = await openShop();
    for (const host of [
      'shop.example',
      'Shop.Example',
      '10.0.0.1:3000',
      '[::1]:3000',
      'localhost:3000',
      'gateway:3000',
    ]) {
      expect((await send('GET', '/', host)).body).toBe('/ https://shop.example');
    }
  });

  it('redirects neither health checks, files and polls of open tabs nor requests with a body', async () => {
    const send = await openShop();
    const host = 'www.shop.example';
    expect((await send('GET', '/healthz', host)).statusCode).toBe(200);
    expect((await send('GET', '/-/composition', host)).json()).toEqual({ seq: 1 });
    expect((await send('GET', '/r/shell/1.0.0-0123456789ab/main.js', host)).statusCode).toBe(404);
    expect((await send('POST', '/-/telemetry', host)).statusCode).toBe(400);
    expect((await send('POST', '/', host)).statusCode).toBe(405);
  });
});

describe('requests without a route', () => {
  const send = async (requestLine: string, headers: Record<string, string> = {}) => {
    const { status, headers: sent, body } = await sendRawRequest(port, requestLine, headers);
    const common = ['x-content-type-options', 'referrer-policy', 'permissions-policy'].every((name) => sent[name]);
    return { status, body, type: sent['content-type'], common, allow: sent.allow };
  };
  const plain = { type: 'text/plain; charset=utf-8', common: true };

  it.each(['/%', '/%E0%A4%A', '/r/shell/%/main.js'])(
    'rejects the undecodable address %s with a message',
    async (address) => {
      expect(await send(`GET ${address}`)).toEqual({ ...plain, status: 400, body: 'That address cannot be read.' });
    },
  );

  it.each([
    ['an undecodable address', 'GET', '/%', 400],
    ['a parameter that is too long', 'POST', `/-/preview/${'x'.repeat(600)}`, 414],
  ] as const)(
    'answers %s with the headers of every response, and logs and measures it',
    async (_, method, url, status) => {
      const metrics = createGatewayMetrics();
      const settings = { publicUrl: 'https://shop.example' };
      const options = { isInProcess: true, settings, operation: { metrics } };
      const { app, logLines } = await openTestGateway({ ...options, logLevel: 'info' });
      const { statusCode, headers } = await app.inject({ method, url });
      expect([statusCode, headers]).toEqual([status, expect.objectContaining({ ...commonHeaders, ...tlsHeaders })]);
      expect(logLines).toEqual([
        expect.objectContaining({ method, route: 'unmatched', status, requestId: headers['x-request-id'] }),
      ]);
      expect(await metrics.registry.metrics()).toContain(
        `http_request_duration_seconds_count{route="unmatched",method="${method}",status="4xx"} 1`,
      );
    },
  );

  it.each(['POST /', 'PROPFIND /', 'OPTIONS *', 'DELETE /-/preview/x'])(
    'responds with 405 to the method of %s',
    async (requestLine) => {
      const body = 'This address can only be read: ask for it with GET.';
      expect(await send(requestLine)).toEqual({ ...plain, status: 405, body, allow: 'GET, HEAD' });
    },
  );

  it.each([
    ['FOO /', {}, 400],
    ['GET /é', {}, 400],
    ['GET /', { 'x-much': 'x'.repeat(20_000) }, 431],
  ])('rejects %s, which is not a valid HTTP request, with a message', async (requestLine, headers, status) => {
    const body = 'That request cannot be read.';
    expect(await send(requestLine, headers as Record<string, string>)).toEqual({ ...plain, status, body });
  });
});
