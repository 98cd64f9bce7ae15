import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * Statements of the release before each migration, as its code sent them. A new migration adds an entry: the statements of the
 * tables that it changes, copied from the log of the release that runs without it. The server keeps this contract: a migration
 * adds columns with defaults, tables and indexes, and a later release removes what no running code uses (expand and contract).
 */
export const statementsBefore: Readonly<Record<string, readonly OldStatement[]>> = {
  '0002-rate-limit': ['order', 'payment', 'product', 'sessionWithoutId'],
  '0003-product-list': ['order', 'payment', 'product', 'sessionWithoutId', 'rateLimit'],
  '0004-idempotency-and-sessions': ['order', 'payment', 'product', 'sessionWithoutId', 'rateLimit'],
};

export type OldStatement = keyof typeof statements;

/** Each runs one action of the earlier release, for the account with this id. */
export const statements = {
  order: async (pool: pg.Pool, accountId: string) => {
    const id = `TT-${randomBytes(8).toString('hex')}`;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select "id" from "account" where "id" = $1 for no key update', [accountId]);
      await client.query(
        'insert into "customer_order" ("id", "account_id", "status", "shipping_address", "created_at") values ($1, $2, 0, $3, now()) returning *',
        [id, accountId, '{}'],
      );
      await client.query(
        'insert into "order_line" ("order_id", "position", "product_id", "title", "quantity", "price_paise") values ($1, 0, $2, $3, 1, 100)',
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
    await pool.query(
      'insert into "payment" ("reference", "order_id", "method", "amount_paise", "status", "created_at") values ($1, $2, $3, 100, $4, now())',
      [`P${randomBytes(10).toString('hex')}`, id, 'Card', 'accepted'],
    );
    await pool.query('update "customer_order" set "status" = 1 where "id" = $1', [id]);
    return id;
  },
  product: async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ id: string }>(
      'select * from "product" order by "featured" desc, "created_at" desc, "id" limit 12',
    );
    await pool.query('update "product" set "title" = "title" where "id" = $1', [rows[0]?.id]);
    await pool.query('select count(*) from "product"');
  },
  sessionWithoutId: async (pool: pg.Pool, accountId: string) => {
    const hash = randomBytes(32).toString('hex');
    await pool.query(
      `insert into "session" ("token_hash", "account_id", "expires_at") values ($1, $2, now() + interval '30 days')`,
      [hash, accountId],
    );
    const { rows } = await pool.query(
      'select "account_id" from "session" where "token_hash" = $1 and "expires_at" > now()',
      [hash],
    );
    if (rows.length !== 1) throw new Error('A session of the earlier release is missing.');
    await pool.query('delete from "session" where "expires_at" <= now()');
  },
  rateLimit: async (pool: pg.Pool) => {
    await pool.query(
      'insert into "rate_limit" ("key", "points", "expire") values ($1, 1, 0) on conflict ("key") do update set "points" = "rate_limit"."points" + 1',
      [`key-${Math.floor(Math.random() * 20)}`],
    );
  },
};

/** Fills a database of any schema with accounts, sessions, orders and payments. @returns Ids of the accounts. */
export async function fillWithData(pool: pg.Pool, accounts: number): Promise<string[]> {
  const ids = Array.from({ length: accounts }, () => randomUUID());
  for (const id of ids) {
    await pool.query(
      `insert into "account" ("id", "email", "password_hash", "first_name", "last_name", "created_at") values ($1, $2, 'x', 'Asha', 'Rao', now())`,
      [id, `${id}@example.com`],
    );
    await statements.payment(pool, id);
    await statements.sessionWithoutId(pool, id);
  }
  return ids;
}
