import { sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { shippingAddress } from './shipping-address';

interface FillOrdersOptions {
  /** Owner of the orders. */
  accountId: string;
  count: number;
  /** Status code. Default: 3, Delivered. */
  status?: number;
  /** Prefix of the ids, which distinguishes several calls. Default: `FILL`. */
  prefix?: string;
}

/**
 * Inserts orders of one line with one statement. The first was placed a minute ago, each further one a minute earlier; every tenth
 * at the time of the one before.
 *
 * @returns Their ids in the order of the list: newest first.
 */
export async function fillOrders(
  db: StoreDatabase,
  { accountId, count, status = 3, prefix = 'FILL' }: FillOrdersOptions,
): Promise<string[]> {
  const id = sql`${prefix} || '-' || lpad(n::text, 8, '0')`;
  await sql`
    insert into customer_order (id, account_id, status, shipping_address, created_at)
    select ${id}, ${accountId}, ${status}::integer, ${JSON.stringify(shippingAddress)}::jsonb,
      now() - make_interval(mins => n - (n % 10 = 0)::integer)
    from generate_series(1, ${count}::integer) as n`.execute(db);
  await sql`
    insert into order_line (order_id, position, product_id, title, quantity, price_paise)
    select ${id}, 0, 'product-' || n % 100, 'Sample ' || n % 100, 1, 10000
    from generate_series(1, ${count}::integer) as n`.execute(db);
  return Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(8, '0')}`);
}
