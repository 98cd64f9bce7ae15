import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createProductId } from '../products/product-id';
import { shippingAddress } from '../testing/shipping-address';
import { openTestDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describe('HTTP behaviour of the app', () => {
  const store = useTestStore(openTestDatabase);
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = (await store.signUp()).headers;
  });

  const post = (payload: string | Buffer, contentType = 'application/json', url = '/api/v1/users/authorize') =>
    store.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload });

  it.each([
    ['{"email":', 'application/json', 400, 'The body is not valid JSON.'],
    ['', 'application/json', 400, 'The body is empty, and JSON was promised.'],
    ['{"__proto__":{"a":1}}', 'application/json', 400, 'The body is not valid JSON.'],
    ['[]', 'application/json', 400, 'The body must be an object.'],
    ['null', 'application/json', 400, 'The body must be an object.'],
    ['email=a', 'application/x-www-form-urlencoded', 415, 'The content type must be application/json.'],
    ['<a/>', 'text/xml', 415, 'The content type must be application/json.'],
    [JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json', 413, 'The body is too large.'],
  ])(
    'responds to the body %.30p of type %p with the status %p and a message',
    async (payload, contentType, status, error) => {
      const response = await post(payload, contentType);
      expect([response.statusCode, response.json()]).toEqual([status, { error }]);
    },
  );

  it.each([
    '/',
    '/api/v1/nothing',
    '/api/v2/products',
    '/api/v1/products/%',
    '/api/v1/products/%ff',
    '/media/../package.json',
  ])('responds to the unknown path %p with a message', async (url) => {
    const response = await store.app.inject(url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toEqual({ error: expect.any(String) });
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://evil.example', undefined],
    [undefined, undefined],
  ])('responds to an address that cannot be decoded as to others, for a page of %p', async (origin, allowed) => {
    const url = '/api/v1/products/%E0%A4%A';
    const { statusCode, headers: sent } = await store.app.inject({ url, headers: origin ? { origin } : {} });
    expect(statusCode).toBe(400);
    expect(sent).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      vary: 'Origin',
      'accept-order-lines': 'true',
    });
    expect(sent['access-control-allow-origin']).toBe(allowed);
  });

  it('rejects NUL characters in each part of a request', async () => {
    const products = { [createProductId('toaster')]: 1 };
    const address = { ...shippingAddress, city: 'Benga\0luru' };
    const responses = [
      await store.get('/products?category=%00'),
      await store.get('/products/%00'),
      await store.get('/orders/TT-1?contactInfo=a%00'),
      await store.post('/orders', { products, shippingAddress: address }, headers),
      await store.post('/orders', { products: { 'a\0': 1 }, shippingAddress }, headers),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  });

  it('allows pages of the shop to send credentials', async () => {
    const origin = 'http://localhost:3000';
    const preflight = await store.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/orders',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringContaining('authorization'),
      'access-control-max-age': expect.stringMatching(/^\d+$/),
    });
  });

  const local = 'http://localhost:3000';
  const live = 'https://shop.example';
  it.each([
    [local, 'http://127.0.0.1:5173', true],
    [local, 'http://[::1]:8080', true],
    [local, 'http://localhost', true],
    [local, 'https://evil.example', false],
    [local, 'http://localhost.evil.example', false],
    [local, 'https://localhost:3000', false],
    [local, 'null', false],
    [live, 'http://localhost:3000', false],
    [live, 'http://127.0.0.1:5173', false],
    [live, 'http://[::1]', false],
    [live, 'https://evil.shop.example', false],
    [live, 'http://shop.example', false],
    [live, live, true],
    [live, 'https://b.example:8443', true],
    ['https://shop.example/in', live, true],
    ['http://192.0.2.1:8080', 'http://192.0.2.1:8080', true],
    ['http://192.0.2.1:8080', 'http://localhost:3000', false],
  ])('of the shop at %p allows pages of the origin %p: %p', async (shopUrl, origin, isAllowed) => {
    const shop = await store.reopen({ settings: { shopUrl, allowedOrigins: ['https://b.example:8443'] } });
    const response = await shop.get('/products', { origin });
    expect(response.headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined);
    expect(response.headers.vary).toContain('Origin');
  });

  it('serves the API document with named schemas, and the health check', async () => {
    const document = (await store.app.inject('/docs/json')).json();
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'ProductList', 'Order', 'NewOrder', 'PaymentField', 'StoreInfo', 'Error']),
    );
    expect(document.paths['/api/v1/products'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ProductList',
    });
    expect(Object.keys(document.paths).filter((path) => path.includes('operator'))).toEqual([]);
    expect((await store.app.inject('/docs')).statusCode).toBe(200);
    expect((await store.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    expect((await store.app.inject('/healthz')).json()).toEqual({ status: 'alive' });
  });

  it('hides the operator’s routes from callers without the credentials', async () => {
    const request = (extra: Record<string, string>) =>
      store.app.inject({
        method: 'POST',
        url: '/operator/orders/TT-1',
        headers: extra,
        payload: { status: 'shipped' },
      });
    const operator = { authorization: 'Operator a secret for tests' };
    expect((await request(operator)).json()).toEqual({
      ok: false,
      message: expect.stringMatching(/^There is no order TT-1:/),
    });
    expect((await request({})).statusCode).toBe(404);
    expect((await request({ authorization: 'Operator guess' })).statusCode).toBe(404);
    expect((await request({ ...operator, origin: 'http://localhost:3000' })).statusCode).toBe(404);
    expect((await request({ ...operator, 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  });

  it.each([
    ['NONSENSE\r\n\r\n', 'The request is not valid HTTP.'],
    ['GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 'The request has two Host headers.'],
  ])('responds to the invalid request %j with a message', async (request, error) => {
    if (!store.app.server.listening) await store.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = store.app.server.address() as AddressInfo;
    const response = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain(JSON.stringify({ error }));
    expect(response).toMatch(/\r\ncache-control: no-store\r\n/i);
  });
});
