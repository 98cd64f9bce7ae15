import type { Kysely } from 'kysely';

/** Gives orders the language of their page. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('customer_order')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
    .execute();
}
