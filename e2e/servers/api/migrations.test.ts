import { randomBytes, randomUUID } from 'node:crypto';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { seedCatalog } from '@shop/store-api/catalog/seed-catalog';
import { openStoreDatabase, type StoreDatabase, storeDefinition } from '@shop/store-api/database/database';
import { seedProducts } from '@shop/store-api/seed/seed-products';
import { CamelCasePlugin, Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openTestApi } from './kit/test-api';

const programs = findPostgresPrograms();
const { migrations } = storeDefinition;
/** The migration for which the statements below are. A merged migration never changes: only the newest one is tested. */
const tested = '0017-product-choices';
/** Takes the tested migration back. */
const undoTested = 'alter table product drop column choices';
/** Milliseconds that a statement may wait for the lock of a migration. */
const maxWaitMs = 10_000;

/**
 * Statements of the release before the newest migration, as its code sent them. A new migration replaces them by the statements
 * of the tables that it changes, copied from the log of the release that runs without it. The server keeps this contract: a
 * migration adds columns with defaults, tables and indexes, and a later release removes what no running code uses (expand and
 * contract). Each runs one action, for the account with this id.
 */
const statements = {
  products: async (pool: pg.Pool) => {
    const { rows } = await pool.query('select * from "product" order by "featured" desc, "created_at" desc limit 12');
    if (rows.length === 0) throw new Error('The products are missing.');
    await pool.query('update "product" set "title" = "title" where "id" = $1', [rows[0].id]);
  },
  importedProduct: async (pool: pg.Pool) => {
    const id = `import-${randomUUID()}`;
    await pool.query(
      'insert into "product" ("id", "handle", "group_handle", "title", "description", "category", "category_slug", "parent_category", "parent_category_key", "gender", "gender_key", "featured", "regular_paise", "discounted_paise", "attributes", "images", "color_images", "own_pictures", "source", "created_at") values ($1, $1, null, $2, $3, $4, $5, null, null, null, null, false, 900, null, $6, $6, $6, true, $7, now())',
      [id, 'Pan', 'A pan.', 'Cookware', 'cookware', '[]', 'import'],
    );
    await pool.query('update "product" set "regular_paise" = $1 where "id" = $2', [950, id]);
    await pool.query('delete from "product" where "id" in ($1)', [id]);
  },
  order: async (pool: pg.Pool, accountId: string) => {
    const id = `TT-${randomBytes(8).toString('hex')}`;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select "id" from "account" where "id" = $1 for no key update', [accountId]);
      await client.query(
        'insert into "customer_order" ("id", "account_id", "status", "shipping_address", "created_at", "language") values ($1, $2, 0, $3, now(), $4) returning *',
        [id, accountId, '{}', 'en'],
      );
      await client.query(
        'insert into "order_line" ("order_id", "position", "product_id", "title", "quantity", "price_paise", "size", "color") values ($1, 0, $2, $3, 1, 100, null, null)',
        [id, 'product', 'Product'],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    return id;
  },
  payment: async (pool: pg.Pool, accountId: string) => {
    const id = await statements.order(pool, accountId);
    const reference = `P${randomBytes(10).toString('hex')}`;
    await pool.query(
      'insert into "payment" ("order_id", "method", "amount_paise", "reference", "status", "created_at") values ($1, $2, 100, $3, $4, now())',
      [id, 'Card', reference, 'started'],
    );
    await pool.query(
      'select "payment".*, "customer_order"."status" as "order_status" from "payment" inner join "customer_order" on "customer_order"."id" = "payment"."order_id" where "reference" = $1',
      [reference],
    );
    await pool.query(
      'select * from "payment" where "order_id" = $1 and "method" in ($2, $3) order by "created_at" desc',
      [id, 'UPI app', 'UPI QR code'],
    );
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select "status" from "customer_order" where "id" = $1 for update', [id]);
      await client.query(`update "payment" set "status" = 'accepted' where "reference" = $1 and "status" = 'started'`, [
        reference,
      ]);
      await client.query('update "customer_order" set "status" = 1 where "id" = $1', [id]);
      await client.query('commit');
    } finally {
      client.release();
    }
    return id;
  },
  idempotencyKey: async (pool: pg.Pool, accountId: string) => {
    const key = randomUUID();
    await pool.query(
      'delete from "idempotency_key" where ("created_at" <= $1 or ("status" is null and "created_at" <= $2))',
      [new Date(Date.now() - 86_400_000), new Date(Date.now() - 60_000)],
    );
    const { rowCount } = await pool.query(
      'insert into "idempotency_key" ("account_id", "call", "key", "request_hash", "created_at") values ($1, $2, $3, $4, $5) on conflict ("account_id", "call", "key") do nothing returning "key"',
      [accountId, 'POST /orders', key, 'hash', new Date()],
    );
    if (rowCount !== 1) throw new Error('A request was not claimed.');
    await pool.query(
      'update "idempotency_key" set "status" = $1, "body" = $2 where ("account_id" = $3 and "key" = $4) and "status" is null',
      [201, '{}', accountId, key],
    );
    await pool.query('delete from "idempotency_key" where "key" = $1 and "status" is null', [key]);
  },
  subCategoryCount: async (pool: pg.Pool) => {
    const { rows } = await pool.query(
      'select count(*) as "total" from "product" where ("category_slug" = $1 and "parent_category_key" = $2)',
      ['cookware', 'pans'],
    );
    if (rows.length !== 1) throw new Error('The count of a sub-category is missing.');
  },
  orderList: async (pool: pg.Pool, accountId: string) => {
    const { rows } = await pool.query(
      'select * from "customer_order" where "account_id" = $1 order by "created_at" desc, "id" limit 100',
      [accountId],
    );
    if (rows.length === 0) throw new Error('The orders of an account are missing.');
  },
};

/** Fills a database with accounts, orders and payments. @returns Ids of the accounts. */
async function fillWithData(pool: pg.Pool, accounts: number): Promise<string[]> {
  const ids = Array.from({ length: accounts }, () => randomUUID());
  for (const id of ids) {
    await pool.query(
      `insert into "account" ("id", "email", "password_hash", "first_name", "last_name", "created_at") values ($1, $2, 'x', 'Asha', 'Rao', now())`,
      [id, `${id}@example.com`],
    );
    await statements.payment(pool, id);
  }
  return ids;
}

/** Gives a database the schema before the newest migration, as the earlier release left it, with its products. */
async function openPreviousSchema(pool: pg.Pool): Promise<void> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  // The code of today writes products of today.
  await seedProducts(db as unknown as StoreDatabase, seedCatalog);
  await pool.query(undoTested);
  await pool.query('delete from "kysely_migration" where "name" = $1', [tested]);
}

(programs ? it : it.skip)(
  'migrates a database in use by the earlier release without a failed statement of that release',
  async () => {
    const url = await createPostgresDatabase(programs ?? '');
    const pool = new pg.Pool({ connectionString: url, max: 8 });
    await openPreviousSchema(pool);
    const accounts = await fillWithData(pool, 100);

    const failures: string[] = [];
    let tried = 0;
    let longestMs = 0;
    let isDone = false;
    const run = async ([name, execute]: [string, (typeof statements)[keyof typeof statements]]) => {
      while (!isDone) {
        tried += 1;
        const startedAt = Date.now();
        await execute(pool, accounts[tried % accounts.length] ?? '').catch((error: unknown) => {
          failures.push(`${name}: ${String(error)}`);
        });
        longestMs = Math.max(longestMs, Date.now() - startedAt);
      }
    };
    const running = Promise.all(Object.entries(statements).map(run));
    const before = tried;
    // The current release starts: it migrates, seeds and serves while the earlier one still runs.
    const api = await openTestApi(() => openStoreDatabase({ dataDir: '', databaseUrl: url }));
    try {
      expect(tried).toBeGreaterThan(before);
      const account = await api.addAccount('new');
      const { token } = await api.startSession(account);
      for (let round = 0; round < 50; round += 1) await api.placeOrder(account, token);
      isDone = true;
      await running;
      const { rows } = await pool.query('select count(*)::int as total from "account"');
      expect(failures).toEqual([]);
      expect(longestMs).toBeLessThan(maxWaitMs);
      expect(rows).toEqual([{ total: accounts.length + 1 }]);
    } finally {
      isDone = true;
      await running;
      await api.close();
      await pool.end();
    }
  },
  240_000,
);
