import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { createProductId } from '../products/product-id';
import { describeOnEachDatabase } from '../testing/test-databases';
import { openTestStore, shippingAddress, type TestStore } from '../testing/test-store';

/** Random text, and text that often breaks programs. */
const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(
    '',
    '\0',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    "' or 1=1 --",
    '\ud800',
    '%',
    '%00',
  ),
  fc.constantFrom('999999999999999999999', '-1', '1e309', 'NaN', 'null', 'true', '٣', 'ﷺ'.repeat(30), 'a@b.co'),
);
const hostileValue = fc.oneof(hostileText, fc.jsonValue({ maxDepth: 3 }), fc.bigInt().map(String), fc.double());
const hostileMap = fc.dictionary(hostileText, hostileValue, { maxKeys: 5 });

/** A valid body in which each field may be absent or have a random value. */
const mutate = (body: Record<string, unknown>) =>
  fc.record(
    Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fc.oneof(fc.constant(value), hostileValue)])),
    {
      requiredKeys: [],
    },
  );

const bodies = {
  '/api/v1/users/authorize': mutate({ email: 'cook@example.com', password: 'saffron' }),
  '/api/v1/users/register': mutate({
    email: 'cook@example.com',
    password: 'saffron',
    firstName: 'Asha',
    lastName: 'Rao',
  }),
  '/api/v1/orders': fc.oneof(
    mutate({ products: { [createProductId('toaster')]: 1 }, shippingAddress }),
    fc.record({ products: hostileMap, shippingAddress: fc.oneof(mutate(shippingAddress), hostileValue) }),
  ),
  '/api/v1/payments': fc.oneof(
    mutate({ orderId: 'TT-0000000000', fields: { method: 'Card' } }),
    fc.record({ orderId: hostileText, fields: hostileMap }),
  ),
  '/sandbox/pay': hostileMap,
  '/sandbox/pay/decision': hostileMap,
};

const paths = [
  '/api/v1/products/',
  '/api/v1/orders/',
  '/api/v1/',
  '/media/',
  '/media/drawn/',
  '/sandbox/',
  '/docs/',
  '/',
];
const parameters = [
  'page',
  'limit',
  'category',
  'gender',
  'filter',
  'parentCategory',
  'featured',
  'contactInfo',
  '__proto__',
];

describeOnEachDatabase('routes with random requests', (open) => {
  let store: TestStore;
  let headers: Record<string, string>;
  let ownOrder: string;
  beforeAll(async () => {
    store = await openTestStore(open);
    headers = (await store.signUp()).headers;
    ownOrder = await store.placeOrder(headers);
  }, 120_000);
  afterAll(() => store.close());

  async function expectValidResponse(request: InjectOptions) {
    const response = await store.app.inject(request);
    expect(response.statusCode).toBeLessThan(500);
    if (response.statusCode >= 400) expect(response.json()).toEqual({ error: expect.any(String) });
  }

  it('respond without a server error to random bodies', async () => {
    const request = fc.oneof(
      ...Object.entries(bodies).map(([url, body]) =>
        fc.record({ url: fc.constant(url), body: body as fc.Arbitrary<unknown> }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(request, ({ url, body }) =>
        expectValidResponse({ method: 'POST', url, headers, payload: body as object }),
      ),
      { numRuns: 200 },
    );
  }, 120_000);

  it('respond without a server error to random payment fields', async () => {
    const names = fc.constantFrom('method', 'phone', 'terms', 'details', 'cardNumber', 'upiId', 'bank', 'receiptEmail');
    const fields = fc.dictionary(
      fc.oneof(names, hostileText),
      fc.oneof(hostileText, fc.constantFrom('Card', '+919845012345')),
    );
    await fc.assert(
      fc.asyncProperty(fields, (randomFields) => {
        const payload = {
          orderId: ownOrder,
          fields: { method: 'Card', phone: '9845012345', terms: 'true', ...randomFields },
        };
        return expectValidResponse({ method: 'POST', url: '/api/v1/payments', headers, payload });
      }),
      { numRuns: 50 },
    );
  }, 120_000);

  it('respond without a server error to random paths and queries', async () => {
    const query = fc.array(fc.tuple(fc.constantFrom(...parameters), hostileText), { maxLength: 4 });
    // encodeURIComponent rejects a lone surrogate. Browsers send the replacement character instead.
    const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());
    const request = fc.record({
      path: fc.constantFrom(...paths),
      rest: fc.oneof(
        hostileText.map(encode),
        fc.webPath(),
        fc.constantFrom('%', '%zz', '%ff', 'products', 'x'.repeat(600)),
      ),
      query,
      isSignedIn: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(request, ({ path, rest, query: pairs, isSignedIn }) => {
        const search = pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&');
        return expectValidResponse({ url: `${path}${rest}?${search}`, headers: isSignedIn ? headers : {} });
      }),
      { numRuns: 200 },
    );
  }, 120_000);

  it('respond without a server error to random bytes and content types', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/csv',
      'text/plain',
      '',
      ';;',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        types,
        fc.constantFrom(...Object.keys(bodies)),
        (bytes, type, url) =>
          expectValidResponse({
            method: 'POST',
            url,
            headers: { ...headers, 'content-type': type },
            payload: Buffer.from(bytes),
          }),
      ),
      { numRuns: 100 },
    );
  }, 120_000);
});
