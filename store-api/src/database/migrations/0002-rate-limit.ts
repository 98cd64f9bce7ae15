import type { Kysely } from 'kysely';

/** Creates the table of @shop/rate-limit, which the servers of one PostgreSQL database share. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('rate_limit')
    .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}
