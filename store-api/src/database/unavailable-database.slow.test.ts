import { waitUntil } from '@shop/testing/wait-until';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { createStoreApiMetrics, type StoreApiMetrics } from '../operation/store-api-metrics';
import { createProductId } from '../products/product-id';
import { shippingAddress } from '../testing/shipping-address';
import { describeOnEachDatabase, describeOnPostgres } from '../testing/test-databases';
import { openTestStore, password, useTestStore } from '../testing/test-store';
import { openStoreDatabase } from './database';

const order = { products: { [createProductId('toaster')]: 1 }, shippingAddress };
const unavailable = { error: 'The shop cannot answer right now. Please try again in a moment.' };

const describeResponse = (response: LightMyRequestResponse) => {
  const { statusCode, headers } = response;
  return { statusCode, body: response.json(), retryAfter: headers['retry-after'], cache: headers['cache-control'] };
};
const refusal = { statusCode: 503, body: unavailable, retryAfter: '3', cache: 'no-store' };

/** Reads the number of failed orders or payments. */
async function countFailed({ registry }: StoreApiMetrics, counted: 'orders' | 'payments'): Promise<number> {
  const pattern = new RegExp(`store_api_${counted}_total\\{result="failed"\\} (\\d+)`);
  return Number(pattern.exec(await registry.metrics())?.[1]);
}

describeOnEachDatabase('a database that cannot work', (open) => {
  let log = '';
  let elapsedMs = 0;
  const metrics = createStoreApiMetrics();
  const store = useTestStore(open, {
    settings: { logLevel: 'error' },
    metrics,
    now: () => Date.now() + elapsedMs,
    logStream: { write: (line) => (log += line) },
  });
  beforeAll(async () => {
    await sql`create table failure (state text)`.execute(store.db);
    await sql
      .raw(`create function fail() returns trigger language plpgsql as $$
      declare current text := (select state from failure);
      begin
        if current is not null then
          raise exception 'could not extend file: No space left on device' using errcode = current;
        end if;
        return coalesce(new, old);
      end $$`)
      .execute(store.db);
    for (const event of ['insert on session', 'insert on order_line', 'delete on idempotency_key']) {
      await sql.raw(`create trigger fail before ${event} for each row execute function fail()`).execute(store.db);
    }
  });

  async function setFailure(state: string | null): Promise<void> {
    await sql`delete from failure`.execute(store.db);
    if (state) await sql`insert into failure values (${state})`.execute(store.db);
  }

  it.each([
    ['08006', 503],
    ['24000', 503],
    ['25006', 503],
    ['53100', 503],
    ['57P01', 503],
    ['58030', 503],
    ['23505', 500],
    ['XX001', 500],
  ])('that fails with the SQLSTATE %s makes the API answer %i, and loses nothing', async (state, status) => {
    const { email, headers } = await store.signUp();
    await store.post('/orders', order, { ...headers, 'idempotency-key': 'before' });
    await setFailure(state);
    const failedBefore = await countFailed(metrics, 'orders');
    const responses = [
      await store.post('/users/authorize', { email, password }),
      await store.post('/orders', order, headers),
      await store.post('/orders', order, { ...headers, 'idempotency-key': 'during' }),
    ];
    // What was stored is served.
    const repeated = await store.post('/orders', order, { ...headers, 'idempotency-key': 'before' });
    const products = await store.get('/products');
    const readiness = await store.app.inject('/readyz');
    await setFailure(null);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([status, status, status]);
    if (status === 503) expect(responses.map(describeResponse)).toEqual([refusal, refusal, refusal]);
    expect([repeated, products, readiness].map(({ statusCode }) => statusCode)).toEqual([201, 200, 200]);
    expect(log).toContain(`"code":"${state}"`);
    expect((await countFailed(metrics, 'orders')) - failedBefore).toBe(2);
    // The claim on the key was not released, and has expired after a minute.
    elapsedMs += 61_000;
    const retried = await store.post('/orders', order, { ...headers, 'idempotency-key': 'during' });
    expect(retried.statusCode).toBe(201);
    expect((await store.get('/orders', headers)).json()).toHaveLength(2);
  });
});

describeOnPostgres('a database that stops', (_open, createCluster) => {
  it('makes the API answer 503 and not ready, and serves again when it starts', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const cluster = await createCluster();
    const metrics = createStoreApiMetrics();
    const store = await openTestStore(() => openStoreDatabase({ dataDir: '', databaseUrl: cluster.url }), { metrics });
    const { email, headers } = await store.signUp();
    const orderId = await store.placeOrder(headers);
    const call = () => [
      store.get('/products'),
      store.get('/storeInfo'),
      store.get('/accountInfo', headers),
      store.get(`/orders/${orderId}`, headers),
      store.get(`/orders/${orderId}?contactInfo=${email}`),
      store.post('/users/authorize', { email, password }),
      store.post('/users/register', { email: `x${email}`, password, firstName: 'Asha', lastName: 'Rao' }),
      store.post('/orders', order, headers),
      store.post('/orders', order, { ...headers, 'idempotency-key': String(Math.random()) }),
      store.post('/payments', { orderId, fields: { method: 'Card' } }, headers),
      store.app.inject({ method: 'POST', url: '/sandbox/upi/TR1/confirm', headers: { accept: 'text/html' } }),
    ];

    // Requests of every kind are at every point when the server ends their connections.
    const during = Promise.all(Array.from({ length: 5 }, call).flat());
    const stopped = cluster.stop();
    const answers = (await during).map(({ statusCode }) => statusCode);
    await stopped;
    expect(answers.filter((status) => status >= 500 && status !== 503)).toEqual([]);

    const count = () => Promise.all([countFailed(metrics, 'orders'), countFailed(metrics, 'payments')]);
    const [ordersBefore, paymentsBefore] = await count();
    const [, storeInfo, ...others] = await Promise.all(call());
    expect(storeInfo?.statusCode).toBe(200);
    for (const response of others) expect(describeResponse(response)).toEqual(refusal);
    expect((await store.app.inject('/readyz')).statusCode).toBe(503);
    expect((await store.app.inject('/healthz')).statusCode).toBe(200);
    // Each request fails before its handler.
    const [failedOrders, failedPayments] = await count();
    expect([failedOrders - ordersBefore, failedPayments - paymentsBefore]).toEqual([2, 2]);

    await cluster.start();
    expect((await store.app.inject('/readyz')).statusCode).toBe(200);
    expect((await store.get(`/orders/${orderId}`, headers)).statusCode).toBe(200);
    await store.close();
    await cluster.stop();
    report.mockRestore();
  }, 120_000);
});

describeOnPostgres('a database that hangs', (open) => {
  let pids: number[] = [];
  const resume = () => {
    for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT');
  };
  afterEach(resume);

  it('is reported as not ready in time, keeps one connection for all checks, and is ready when it responds', async () => {
    const database = await open();
    const store = await openTestStore(async () => database);
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database()`.execute(store.db);
    expect((await store.app.inject('/readyz')).statusCode).toBe(200);
    pids = rows.map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const responses = await Promise.all([1, 2, 3, 4].map(() => store.app.inject('/readyz')));
    const { totalCount = 0, idleCount = 0 } = database.pool ?? {};
    resume();
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503]);
    expect(responses[0]?.json()).toEqual({ error: 'The database does not respond.' });
    // One of the checks, and one of the work that makes products searchable.
    expect(totalCount - idleCount).toBeLessThanOrEqual(2);
    await waitUntil(async () => (await store.app.inject('/readyz')).statusCode === 200, { message: 'it is ready' });
    await store.close();
  }, 60_000);
});
