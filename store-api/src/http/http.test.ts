import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createProductId } from '../products/product-id';
import { openTestPglite } from '../testing/test-databases';
import { openTestStore, reopenTestStore, shippingAddress, type TestStore } from '../testing/test-store';

describe('the HTTP surface', () => {
  let store: TestStore;
  let headers: Record<string, string>;
  beforeAll(async () => {
    store = await openTestStore(openTestPglite);
    headers = (await store.signUp()).headers;
  }, 120_000);
  afterAll(() => store.close());

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
  ])('answers %.30p as %p with %p', async (payload, contentType, status, error) => {
    const response = await post(payload, contentType);
    expect([response.statusCode, response.json()]).toEqual([status, { error }]);
  });

  it.each([
    '/',
    '/api/v1/nothing',
    '/api/v2/products',
    '/api/v1/products/%',
    '/api/v1/products/%ff',
    '/media/../package.json',
  ])('answers %p with one message', async (url) => {
    const response = await store.app.inject(url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.json()).toEqual({ error: expect.any(String) });
  });

  it('takes bytes that are no UTF-8 for text it does not know', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"email":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('@b.co","password":"x"}'),
    ]);
    expect((await post(broken)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await post(broken)).statusCode).toBeLessThan(500);
  });

  it('refuses NUL characters wherever they are', async () => {
    const products = { [createProductId('toaster')]: 1 };
    const address = { ...shippingAddress, city: 'Benga\0luru' };
    const replies = [
      await store.get('/products?category=%00'),
      await store.get('/products/%00'),
      await store.get('/orders/TT-1?contactInfo=a%00'),
      await store.post('/orders', { products, shippingAddress: address }, headers),
      await store.post('/orders', { products: { 'a\0': 1 }, shippingAddress }, headers),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  });

  it('survives a body of a hundred thousand brackets', async () => {
    const nested = `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect((await post(nested)).statusCode).toBe(400);
  });

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1:5173',
    'http://[::1]:8080',
    'http://localhost',
    'https://shop.example',
  ])('lets pages of %p in, with credentials', async (origin) => {
    const open = await reopenTestStore(store, { settings: { allowedOrigins: ['https://shop.example'] } });
    const preflight = await open.app.inject({
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
    const refused = await open.get('/accountInfo', { origin });
    expect(refused.headers['access-control-allow-origin']).toBe(origin);
    await open.app.close();
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'https://localhost:3000', 'null'])(
    'keeps pages of %p out',
    async (origin) => {
      const response = await store.get('/products', { origin });
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      expect(response.headers.vary).toContain('Origin');
    },
  );

  it('describes itself, with named schemas, and says when it is ready', async () => {
    const document = (await store.app.inject('/docs/json')).json();
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'ProductList', 'Order', 'NewOrder', 'PaymentField', 'StoreInfo', 'Error']),
    );
    expect(document.paths['/api/v1/products'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ProductList',
    });
    expect(Object.keys(document.paths).filter((path) => path.includes('operator'))).toEqual([]);
    expect((await store.app.inject('/docs')).statusCode).toBe(200);
    expect((await store.app.inject('/healthz')).json()).toEqual({ status: 'ready' });
  });

  it('hides the operator’s routes from everyone else', async () => {
    const ask = (extra: Record<string, string>) =>
      store.app.inject({
        method: 'POST',
        url: '/operator/orders/TT-1',
        headers: extra,
        payload: { status: 'shipped' },
      });
    const operator = { authorization: 'Operator a secret for tests' };
    expect((await ask(operator)).json()).toEqual({
      ok: false,
      message: expect.stringMatching(/^There is no order TT-1:/),
    });
    expect((await ask({})).statusCode).toBe(404);
    expect((await ask({ authorization: 'Operator guess' })).statusCode).toBe(404);
    expect((await ask({ ...operator, origin: 'http://localhost:3000' })).statusCode).toBe(404);
    expect((await ask({ ...operator, 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404);
  });

  it('answers what is not HTTP with a message too', async () => {
    await store.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = store.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('{"error":"The request is not valid HTTP."}');
  });
});
