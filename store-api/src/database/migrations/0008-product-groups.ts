import type { Kysely } from 'kysely';

/** Gives products that an import made of the prices of one product the handle that they have in common. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('product').addColumn('group_handle', 'text').execute();
  await db.schema.createIndex('product_of_group').on('product').column('group_handle').execute();
}
