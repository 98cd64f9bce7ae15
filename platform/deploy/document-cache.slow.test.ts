import type { IncomingMessage } from 'node:http';
import { waitUntil } from '@shop/testing/wait-until';
import { openFakeGateway } from './testing/fake-gateway';
import { closeEdges, hasNginx, openEdge } from './testing/nginx';
import { rawRequest } from './testing/raw-request';

const describeWithNginx = hasNginx() ? describe : describe.skip;

/** As the gateway sends it while no canary runs. */
const shared = {
  'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60',
  vary: 'accept-encoding',
};

/** Starts nginx in front of one gateway. */
async function openCachingEdge(gateway: string) {
  const nginx = await openEdge([gateway], { trusted: ['127.0.0.1'] });
  /** @returns The body of a response. A fake gateway's body is the number of its request. */
  const request = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await rawRequest(nginx.origin, target, { method, headers });
    return `${response.status} ${response.body}`;
  };
  return { ...nginx, request };
}

/** Requests an address until nginx has stored its document. @returns The stored body. */
async function fill({ request }: Awaited<ReturnType<typeof openCachingEdge>>, target: string, headers = {}) {
  let last = '';
  await waitUntil(
    async () => {
      const next = await request(target, headers);
      const isStored = next === last;
      last = next;
      return isStored;
    },
    { message: 'nginx stores the document' },
  );
  return last;
}

afterEach(closeEdges);

describeWithNginx('nginx caches documents that are the same for every visitor', () => {
  it('serves a stored document for a second or two, and then requests it again in the background', async () => {
    const gateway = await openFakeGateway(() => true, shared);
    const edge = await openCachingEdge(gateway.address);
    const stored = await fill(edge, '/products');
    const before = gateway.count();
    const started = Date.now();
    const load = async () => {
      while (Date.now() - started < 4500) await edge.request('/products');
    };
    await Promise.all(Array.from({ length: 10 }, load));
    // The lifetime of an entry has whole seconds, so each one lasts one to two seconds.
    expect(gateway.count() - before).toBeGreaterThanOrEqual(2);
    expect(gateway.count() - before).toBeLessThanOrEqual(8);
    expect(await edge.request('/products')).not.toBe(stored);
  });

  it('gives each scheme, host, language, query, encoding and method an entry of its own', async () => {
    const gateway = await openFakeGateway(() => true, shared);
    const edge = await openCachingEdge(gateway.address);
    const requests: [string, Record<string, string>, string?][] = [
      ['/products', {}],
      ['/products', { host: 'evil.example' }],
      ['/products', { 'x-forwarded-proto': 'https' }],
      ['/products?page=2', {}],
      ['/products?utm_source=x', {}],
      ['/products', { 'accept-encoding': 'br' }],
      ['/products', { 'accept-encoding': 'gzip' }],
      ['/products/', {}],
      ['/hi/products', {}],
      ['//products', {}],
    ];
    await fill(edge, '/products');
    const bodies = new Set<string>();
    for (const [target, headers] of requests) bodies.add(await edge.request(target, headers));
    expect(bodies.size).toBe(requests.length);
    const count = gateway.count();
    expect(await edge.request('/products', {}, 'HEAD')).toBe('200 ');
    expect(gateway.count()).toBe(count + 1);
  });

  it.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-for': '203.0.113.9' },
    { cookie: 'visitor=0b0e4b4e-0000-4000-8000-000000000000' },
    { cookie: 'my_preview=1; staffing=1' },
    { 'accept-encoding': 'gzip;q=0, br;q=0, deflate' },
    { range: 'bytes=0-1', 'if-none-match': '"x"', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ])('stores the same document for a request with %j', async (headers) => {
    const received: IncomingMessage['headers'][] = [];
    const gateway = await openFakeGateway((request) => received.push(request.headers) > 0, shared);
    const edge = await openCachingEdge(gateway.address);
    // The second request is stored.
    for (let count = 0; count < 2; count++) await edge.request('/products', headers);
    expect(await edge.request('/products')).toBe('200 answer 2');
    for (const name of ['x-forwarded-host', 'accept-encoding', 'range', 'if-none-match', 'if-modified-since']) {
      expect([name, received[1]?.[name]]).toEqual([name, undefined]);
    }
  });

  const linkCookies = ['preview', 'staff', '__Host-preview', '__Host-staff', 'visitor=1; __Host-preview'];
  it.each(linkCookies)('neither reads nor fills the cache for a browser with the cookie %s', async (name) => {
    const gateway = await openFakeGateway(() => true, shared);
    const edge = await openCachingEdge(gateway.address);
    const cookie = `${name}=0b0e4b4e-0000-4000-8000-000000000000`;
    const own = new Set<string>();
    for (let count = 0; count < 4; count++) own.add(await edge.request('/products', { cookie }));
    expect(own.size).toBe(4);
    const stored = await fill(edge, '/products');
    expect(own.has(stored)).toBe(false);
    expect(await edge.request('/products', { cookie })).not.toBe(stored);
  });

  it.each<[string, Record<string, string>]>([
    ['sets a cookie', { ...shared, 'set-cookie': 'visitor=1' }],
    ['belongs to a canary', { 'cache-control': 'private, no-cache' }],
    ['may be cached by browsers only', { 'cache-control': 'max-age=300' }],
    ['says nothing', {}],
  ])('never stores a response that %s', async (_what, headers) => {
    const gateway = await openFakeGateway(() => true, headers);
    const edge = await openCachingEdge(gateway.address);
    const bodies = new Set<string>();
    for (let count = 0; count < 5; count++) bodies.add(await edge.request('/'));
    expect(bodies.size).toBe(5);
  });

  it('serves no stored document after a canary has started, and delays no request', async () => {
    let headers: Record<string, string> = shared;
    const gateway = await openFakeGateway(
      () => true,
      () => headers,
    );
    const edge = await openCachingEdge(gateway.address);
    const stored = await fill(edge, '/');
    headers = { 'cache-control': 'private, no-cache' };
    await waitUntil(async () => (await edge.request('/')) !== stored, {
      timeoutMs: 10_000,
      message: 'nginx forwards the request',
    });
    await waitUntil(async () => new Set(await Promise.all([1, 2, 3].map(() => edge.request('/')))).size === 3, {
      message: 'nginx forwards every request',
    });
    const responses = await Promise.all(Array.from({ length: 20 }, () => edge.request('/')));
    expect(new Set(responses).size).toBe(20);
    expect(responses).not.toContain(stored);
  });

  it('serves a stored document while no gateway answers', async () => {
    const gateway = await openFakeGateway(() => true, shared);
    const edge = await openCachingEdge(gateway.address);
    const stored = await fill(edge, '/products');
    await gateway.close();
    const started = Date.now();
    while (Date.now() - started < 4000) expect(await edge.request('/products')).toMatch(/^200 /);
    expect(await edge.request('/products')).toBe(stored);
    expect(await edge.request('/never-requested')).toMatch(/^503 /);
  });
});
