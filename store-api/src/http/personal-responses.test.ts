import { shippingAddress } from '../testing/shipping-address';
import { openTestPglite } from '../testing/test-databases';
import { openTestStore, password, type TestStore } from '../testing/test-store';

describe('personal responses', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(openTestPglite);
  }, 120_000);
  afterAll(() => store.close());

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
});
