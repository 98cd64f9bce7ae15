import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { createProductId } from '../products/product-id';
import { readStoreApiSettings } from '../settings';
import { shippingAddress } from '../testing/shipping-address';
import { openTestPglite } from '../testing/test-databases';
import { password, useTestStore } from '../testing/test-store';

describe('cache headers', () => {
  const store = useTestStore(openTestPglite);

  it('forbid caching on every call of the API document that is about an account, an order or a payment', async () => {
    const { headers, email } = await store.signUp();
    const orderId = await store.placeOrder(headers);
    const bodies: Record<string, object> = {
      '/api/v1/users/authorize': { email, password },
      '/api/v1/users/register': { email, password, firstName: 'Asha', lastName: 'Rao' },
      '/api/v1/orders': { products: {}, shippingAddress },
      '/api/v1/payments': { orderId, fields: { method: 'Card' } },
    };
    const { paths } = (await store.app.inject('/docs/json')).json<{
      paths: Record<string, Record<string, { tags?: string[] }>>;
    }>();
    const personalTags = ['users', 'orders', 'payments'];
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => personalTags.includes(String(tags?.[0])))
        .map(([method]) => ({ method: method.toUpperCase() as 'GET' | 'POST' | 'DELETE', path })),
    );
    expect(calls.length).toBeGreaterThanOrEqual(8);
    const cached: string[] = [];
    for (const { method, path } of calls) {
      // Some calls end the session, so each call has its own.
      const { token } = (await store.post('/users/authorize', { email, password })).json<{ token: string }>();
      for (const sent of [{ authorization: `Bearer ${token}` }, {}]) {
        const url = path.replace(/\{\w+\}/, orderId);
        const payload = method === 'POST' ? (bodies[path] ?? {}) : undefined;
        const response = await store.app.inject({ method, url, headers: sent, ...(payload && { payload }) });
        if (response.headers['cache-control'] !== 'no-store') cached.push(`${method} ${path} ${response.statusCode}`);
      }
    }
    expect(cached).toEqual([]);
  });

  const isUncachedError = ({ headers, body }: LightMyRequestResponse) =>
    headers['cache-control'] === 'no-store' && /^\{"error":"[^"]+"\}$/.test(body);

  it('forbid caching on each error of each route, whose body has a message', async () => {
    const { headers } = await store.signUp();
    const { paths } = (await store.app.inject('/docs/json')).json<{ paths: object }>();
    const urls = [
      ...Object.keys(paths).map((path) => path.replace(/\{\w+\}/, 'unknown')),
      ...['/api/v1/products?page=0', '/api/v1/products/%', '/api/v1/products/%00', '/', '/docs/x', '/docs/static/x'],
      ...['/media/x.jpg', '/media/captions.json', '/sandbox/pay', '/operator/orders/x'],
    ];
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
    const bodies = ['', '{"email":', '[]', JSON.stringify({ email: 'x'.repeat(300_000) })];
    const statuses = new Set<number>();
    const wrong: string[] = [];
    const requests = urls.flatMap((url) =>
      methods.map((method) => ({ url, method: method as 'GET', headers: { origin: 'http://localhost:3000' } })),
    );
    for (const request of requests) {
      const sent = ['application/json', 'text/xml', 'application/x-www-form-urlencoded'].flatMap((type) =>
        bodies.map((payload) => ({ ...request, payload, headers: { ...headers, 'content-type': type } })),
      );
      for (const each of request.method === 'GET' ? [request] : [request, ...sent]) {
        const response = await store.app.inject(each);
        if (response.statusCode < 400) continue;
        statuses.add(response.statusCode);
        if (isUncachedError(response)) continue;
        wrong.push(`${request.method} ${request.url}: ${response.statusCode} ${response.body.slice(0, 80)}`);
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
    expect([...statuses].sort()).toEqual([400, 401, 404, 413, 415]);
  });

  it('forbid caching on errors of limits, of permissions, of ranges and of the server', async () => {
    const { limits } = readStoreApiSettings({});
    const shop = await store.reopen({ settings: { limits: { ...limits, registrationsPerAddress: 1 } } });
    const loadLimits = { maxEventLoopDelayMs: 1000, maxPendingRequests: 0 };
    const busy = await store.reopen({ settings: { loadLimits } });
    const { headers } = await shop.signUp();
    const picture = '/media/brass-handi-1-720.jpg';
    const unknown = { products: { 'no-such-thing': 1 }, shippingAddress };
    const responses = [
      await shop.get('/orders'),
      await shop.post('/orders', unknown, headers),
      await shop.post('/users/register', { email: 'b@example.com', password, firstName: 'Asha', lastName: 'Rao' }),
      await shop.app.inject({ url: picture, headers: { range: 'bytes=99999999-' } }),
      await shop.app.inject({ url: picture, headers: { 'if-match': '"another"' } }),
    ];
    responses.push(await busy.get('/storeInfo'));
    await sql`alter table product_count rename to product_counts`.execute(store.db);
    responses.push(await shop.get('/products'));
    await sql`alter table product_counts rename to product_count`.execute(store.db);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 422, 429, 416, 412, 503, 500]);
    expect(
      responses.filter((response) => !isUncachedError(response)).map(({ body, headers }) => [body, headers]),
    ).toEqual([]);
  });

  it.each([
    ['/docs', 'public, max-age=60'],
    ['/docs/json', 'public, max-age=60'],
    ['/docs/yaml', 'public, max-age=60'],
    ['/docs/static/swagger-initializer.js', 'public, max-age=60'],
    ['/docs/static/swagger-ui-bundle.js', 'public, max-age=0'],
    ['/api/v1/storeInfo', 'public, max-age=60'],
    ['/api/v1/products', 'public, max-age=60'],
    [`/api/v1/products/${createProductId('toaster')}`, 'public, max-age=60'],
    ['/media/brand/logo.svg', 'public, max-age=31536000, immutable'],
    ['/healthz', 'no-store'],
    ['/readyz', 'no-store'],
  ])('of %s are %s, and an ETag unless the response is immutable or personal', async (url, expected) => {
    const { statusCode, headers } = await store.app.inject(url);
    expect([statusCode, headers['cache-control']]).toEqual([200, expected]);
    if (/max-age=(0|60)$/.test(expected)) expect(headers.etag).toBeDefined();
  });
});
