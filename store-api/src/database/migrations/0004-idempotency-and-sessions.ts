import { type Kysely, sql } from 'kysely';

/** Creates the table of idempotency keys, and gives sessions an id and a start. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('idempotency_key')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key_key', ['account_id', 'call', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_key_age').on('idempotency_key').column('created_at').execute();

  await db.schema
    .alterTable('session')
    .addColumn('id', 'text', (column) => column.notNull().unique().defaultTo(sql`gen_random_uuid()::text`))
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('session_of_account').on('session').columns(['account_id', 'created_at']).execute();
}
