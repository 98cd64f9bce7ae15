import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { sql } from 'kysely';
import { seedCatalog } from '../catalog/seed-catalog';
import { buildApp } from '../src/app';
import { type OpenStoreDatabase, openStoreDatabase } from '../src/database/database';
import { seedProducts } from '../src/seed/seed-products';
import { readStoreApiSettings } from '../src/settings';
import { fillOrders } from '../src/testing/fill-orders';
import { shippingAddress } from '../src/testing/shipping-address';

/**
 * Measures calls of carts and accounts on PGlite and, where it is installed, on PostgreSQL: products by ids, `POST /orders` and
 * pages of `GET /orders`. Each figure is the fastest of 40 requests in milliseconds. It prints one JSON object in each line.
 *
 *   node --import tsx store-api/benchmark/carts-and-orders.ts --account-orders 10,20000 --shop-orders 1000,100000
 */
const requestCount = 40;

const { values } = parseArgs({
  options: {
    'account-orders': { type: 'string', default: '10,20000' },
    'shop-orders': { type: 'string', default: '1000,100000' },
  },
});
const readNumbers = (text: string) => text.split(',').map(Number);
const dataDir = await mkdtemp(join(tmpdir(), 'store-api-benchmark-'));

async function measureFastest(send: () => Promise<{ statusCode: number; body: string }>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let request = 0; request < requestCount; request += 1) {
    const start = performance.now();
    const { statusCode, body } = await send();
    fastest = Math.min(fastest, performance.now() - start);
    if (statusCode >= 300) throw new Error(`A measured request has the status ${statusCode}: ${body}`);
  }
  return fastest;
}

async function measureDatabase(database: string, open: () => Promise<OpenStoreDatabase>): Promise<void> {
  const { db, close } = await open();
  await seedProducts(db, seedCatalog);
  const settings = readStoreApiSettings({ LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off', RATE_LIMIT_FACTOR: '100000' });
  const app = await buildApp({ settings, db, operatorSecret: 'benchmark' });
  const print = (metric: object) => process.stdout.write(`${JSON.stringify({ database, ...metric })}\n`);

  /** Registers an account with Delivered orders, and signs it in. */
  const addAccount = async (orders: number) => {
    const email = `${randomUUID()}@example.com`;
    const account = { email, password: 'saffron-and-salt', firstName: 'Asha', lastName: 'Rao' };
    const post = (url: string) => app.inject({ method: 'POST', url: `/api/v1/users/${url}`, payload: account });
    await post('register');
    const authorization = `Bearer ${(await post('authorize')).json<{ token: string }>().token}`;
    const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await fillOrders(db, { accountId: id, count: orders, prefix: email });
    await sql`vacuum (analyze) customer_order`.execute(db);
    await sql`vacuum (analyze) order_line`.execute(db);
    return { authorization };
  };
  const [product] = await db.selectFrom('product').select('id').limit(1).execute();
  const payload = { products: { [product?.id ?? '']: 1 }, shippingAddress };
  const measureOrder = (headers: { authorization: string }) =>
    measureFastest(() => {
      const keyed = { ...headers, 'idempotency-key': randomUUID() };
      return app.inject({ method: 'POST', url: '/api/v1/orders', headers: keyed, payload });
    });

  const ids = (await db.selectFrom('product').select('id').execute()).map(({ id }) => id);
  for (const count of [10, 60]) {
    const query = ids.slice(0, count).map((id) => `id=${id}`);
    const milliseconds = await measureFastest(() => app.inject(`/api/v1/products?${query.join('&')}`));
    print({ operation: 'ids', size: count, milliseconds: milliseconds / count });
  }
  for (const size of readNumbers(values['account-orders'])) {
    const headers = await addAccount(size);
    for (const [operation, page] of [
      ['first page', 1],
      ['last page', Math.ceil(size / 10)],
    ] as const) {
      const url = `/api/v1/orders?page=${page}&limit=10`;
      print({ operation, size, milliseconds: await measureFastest(() => app.inject({ url, headers })) });
    }
    print({ operation: 'order of an account', size, milliseconds: await measureOrder(headers) });
  }
  for (const size of readNumbers(values['shop-orders'])) {
    await addAccount(size);
    print({ operation: 'order of the shop', size, milliseconds: await measureOrder(await addAccount(10)) });
  }
  await app.close();
  await close();
}

await measureDatabase('PGlite', () => openStoreDatabase({ dataDir, databaseUrl: undefined }));
const programs = findPostgresPrograms();
if (programs) {
  const databaseUrl = await createPostgresDatabase(programs);
  await measureDatabase('PostgreSQL', () => openStoreDatabase({ dataDir: '', databaseUrl }));
}
await rm(dataDir, { recursive: true });
