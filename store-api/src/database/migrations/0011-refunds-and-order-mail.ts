import { type Kysely, sql } from 'kysely';

/**
 * Records money that arrived for an order which was paid otherwise, until it is refunded. Records which orders have no e-mail.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('payment')
    .addColumn('surplus_at', 'timestamptz')
    .addColumn('refunded_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('payment_to_refund')
    .on('payment')
    .column('surplus_at')
    .where(sql.ref('surplus_at'), 'is not', null)
    .execute();
  await db.schema
    .alterTable('customer_order')
    .addColumn('has_no_mail', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
