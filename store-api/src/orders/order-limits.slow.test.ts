import type { OrderJson } from '@shop/api-contract/schemas/order';
import { createProductId } from '../products/product-id';
import { readStoreApiSettings } from '../settings';
import { shippingAddress } from '../testing/shipping-address';
import { describeOnEachDatabase } from '../testing/test-databases';
import { type TestStore, useTestStore } from '../testing/test-store';

const { limits } = readStoreApiSettings({});
const order = { products: { [createProductId('toaster')]: 1 }, shippingAddress };

describeOnEachDatabase('order limits', (open) => {
  const store = useTestStore(open);
  const limit = (changed: Partial<typeof limits>) => store.reopen({ settings: { limits: { ...limits, ...changed } } });
  const place = (on: TestStore, headers: Record<string, string>, remoteAddress = '198.51.100.1') =>
    on.app.inject({ method: 'POST', url: '/api/v1/orders', headers, payload: order, remoteAddress });

  it('limits the orders of one account', async () => {
    const strict = await limit({ ordersPerAccount: 2 });
    const [shopper, neighbour] = [await strict.signUp(), await strict.signUp()];
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await place(strict, shopper.headers)).statusCode);
    expect(statuses).toEqual([201, 201, 429]);
    expect((await place(strict, shopper.headers)).headers['retry-after']).toMatch(/^\d+$/);
    expect((await place(strict, neighbour.headers)).statusCode).toBe(201);
  });

  it('limits the orders of one client network', async () => {
    const strict = await limit({ ordersPerAddress: 1 });
    const [shopper, neighbour] = [await strict.signUp(), await strict.signUp()];
    expect((await place(strict, shopper.headers, '2001:db8:1:2::5')).statusCode).toBe(201);
    expect((await place(strict, neighbour.headers, '2001:db8:1:2::6')).statusCode).toBe(429);
    expect((await place(strict, neighbour.headers, '2001:db8:1:3::6')).statusCode).toBe(201);
  });

  it('limits the attempts to pay of one account and of one client network', async () => {
    const strict = await limit({ paymentsPerAccount: 2, paymentsPerAddress: 3 });
    const [shopper, neighbour] = [await strict.signUp(), await strict.signUp()];
    const pay = (headers: Record<string, string>, remoteAddress: string) =>
      strict.app.inject({
        method: 'POST',
        url: '/api/v1/payments',
        headers,
        payload: { orderId: 'TT-0', fields: {} },
        remoteAddress,
      });
    const statuses = [];
    for (const { headers } of [shopper, shopper, shopper, neighbour, neighbour]) {
      statuses.push((await pay(headers, '198.51.100.9')).statusCode);
    }
    expect(statuses).toEqual([404, 404, 429, 404, 429]);
    expect((await pay(shopper.headers, '198.51.100.10')).headers['retry-after']).toMatch(/^\d+$/);
    expect((await pay(neighbour.headers, '198.51.100.10')).statusCode).toBe(404);
  });

  it('limits the unpaid orders of one account, also for concurrent orders', async () => {
    const strict = await limit({ unpaidOrdersPerAccount: 2 });
    const { headers } = await strict.signUp();
    const responses = await Promise.all([1, 2, 3, 4].map(() => place(strict, headers)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      error: 'You have 2 unpaid orders. Please pay for one of them before you place another order.',
    });
    const id = responses.find(({ statusCode }) => statusCode === 201)?.json<OrderJson>().id;
    const fields = { method: 'Cash on delivery', phone: '+919845012345', terms: 'true' };
    expect((await strict.post('/payments', { orderId: id, fields }, headers)).json()).toMatchObject({ success: true });
    expect((await place(strict, headers)).statusCode).toBe(201);
  });

  it('lists the newest 100 orders of an account and documents the bound', async () => {
    const { headers } = await store.signUp();
    const { accountId } = await store.db
      .selectFrom('customerOrder')
      .select('accountId')
      .where('id', '=', await store.placeOrder(headers))
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: `TT-OLD${index}-${accountId}`,
      accountId,
      status: 3,
      shippingAddress: JSON.stringify(shippingAddress),
      createdAt: new Date(1_600_000_000_000 + index * 1000),
    }));
    await store.db.insertInto('customerOrder').values(rows).execute();
    const listed = (await store.get('/orders', headers)).json<OrderJson[]>();
    expect(listed).toHaveLength(100);
    expect(listed[1]?.id).toBe(`TT-OLD119-${accountId}`);
    expect(listed[99]?.id).toBe(`TT-OLD21-${accountId}`);
    const document = (await store.app.inject('/docs/json')).json();
    expect(document.paths['/api/v1/orders'].get.summary).toContain('A page of my orders, newest first');
  });
});
