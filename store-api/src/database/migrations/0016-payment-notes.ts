import type { Kysely } from 'kysely';

/** Stores what the shopper entered for the shop in the payment form, for the operator. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payment').addColumn('notes', 'jsonb').execute();
}
