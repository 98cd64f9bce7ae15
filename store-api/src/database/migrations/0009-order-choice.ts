import type { Kysely } from 'kysely';

/** Gives the lines of orders the size and the colour that the shopper chose. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('order_line').addColumn('size', 'text').addColumn('color', 'text').execute();
}
