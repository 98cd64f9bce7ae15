import type { OrderJson } from '@shop/api-contract/schemas/order';
import { sql } from 'kysely';
import { createProductId } from '../products/product-id';
import { shippingAddress } from '../testing/shipping-address';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

const order = { products: { [createProductId('toaster')]: 1 }, shippingAddress };
const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase('idempotency keys', (open) => {
  let headers: Record<string, string>;
  let time = Date.now();
  let keyCount = 0;
  const store = useTestStore(open, { now: () => time });
  beforeEach(async () => {
    headers = (await store.signUp()).headers;
  });

  const createKey = () => `key-${++keyCount}`;
  const place = (key: string, body: unknown = order, of = headers) =>
    store.post('/orders', body, { ...of, 'idempotency-key': key });
  const countOrders = async () => (await store.get('/orders', headers)).json<OrderJson[]>().length;

  it('return the first response to a repeated order', async () => {
    const key = createKey();
    const first = await place(key);
    const second = await place(key);
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', 'cache-control': 'no-store' });
    expect(await countOrders()).toBe(1);
  });

  it('read few rows of the table, however many requests a day has', async () => {
    await sql`insert into idempotency_key (account_id, call, key, request_hash, status, body, created_at)
      select account.id, 'POST /orders', 'filler-' || number, 'hash', 201, '{}', ${new Date(time)}
      from (select id from account limit 1) as account, generate_series(1, 20000) as number`.execute(store.db);
    await sql`analyze idempotency_key`.execute(store.db);
    const { rows } = await sql<Record<string, string>>`explain delete from idempotency_key where
      created_at <= ${new Date(time - day)} or (status is null and created_at <= ${new Date(time - 60_000)})`.execute(
      store.db,
    );
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('idempotency_key_open');
    expect(plan).not.toContain('Seq Scan');
    await sql`delete from idempotency_key where key like 'filler-%'`.execute(store.db);
  });

  it('make one order of concurrent requests, and reject the other requests with Retry-After', async () => {
    const key = createKey();
    const responses = await Promise.all([1, 2, 3].map(() => place(key)));
    for (const { statusCode, headers: received } of responses) {
      expect([201, 409]).toContain(statusCode);
      if (statusCode === 409) expect(received['retry-after']).toBe('1');
    }
    expect(await countOrders()).toBe(1);
  });

  it('are rejected with 422 for another body, and belong to one account', async () => {
    const key = createKey();
    await place(key);
    const changed = await place(key, { ...order, products: { [createProductId('toaster')]: 2 } });
    expect([changed.statusCode, await countOrders()]).toEqual([422, 1]);
    const neighbour = await store.signUp();
    expect((await place(key, order, neighbour.headers)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('store no server error, so that a repeated request is performed', async () => {
    const key = createKey();
    await sql`alter table order_line rename column title to heading`.execute(store.db);
    expect((await place(key)).statusCode).toBe(500);
    await sql`alter table order_line rename column heading to title`.execute(store.db);
    expect((await place(key)).statusCode).toBe(201);
    expect(await countOrders()).toBe(1);
  });

  it('store a rejection for 24 hours', async () => {
    const key = createKey();
    const unknown = { ...order, products: { unknown: 1 } };
    expect((await place(key, unknown)).statusCode).toBe(422);
    expect((await place(key, unknown)).headers['idempotency-replayed']).toBe('true');
    time += day + 1;
    expect((await place(key, unknown)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('return the first response to a repeated payment', async () => {
    const orderId = await store.placeOrder(headers);
    const fields = { method: 'Cash on delivery', phone: '+919845012345', terms: 'true' };
    const pay = (key: string) => store.post('/payments', { orderId, fields }, { ...headers, 'idempotency-key': key });
    const key = createKey();
    const first = (await pay(key)).json();
    expect(first).toMatchObject({ success: true });
    expect((await pay(key)).json()).toEqual(first);
    expect((await pay(createKey())).statusCode).toBe(409);
  });

  it('do not fail for a body that is nested deeper than a program can visit', async () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const response = await store.app.inject({
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...headers, 'idempotency-key': createKey(), 'content-type': 'application/json' },
      payload: JSON.stringify(order).replace(/}$/, `,"x":${nested}}`),
    });
    expect([response.statusCode, response.json()]).toEqual([400, { error: 'The request is nested too deeply.' }]);
  });

  it.each(['', ' ', 'a b', 'é', 'x'.repeat(201)])('are rejected when the key is %p', async (key) => {
    expect((await place(key)).statusCode).toBe(400);
  });

  it('are allowed in requests from pages of the shop', async () => {
    const response = await store.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/orders',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    });
    expect(response.headers['access-control-allow-headers']).toContain('idempotency-key');
  });
});
