import type { Kysely } from 'kysely';

/** Adds comments and reviewers of requests, and the queue of their events for webhooks. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('approval')
    .addColumn('comments', 'jsonb', (column) => column.notNull().defaultTo('[]'))
    .addColumn('reviewers', 'jsonb', (column) => column.notNull().defaultTo('[]'))
    .execute();

  await db.schema
    .createTable('webhook_delivery')
    .addColumn('seq', 'bigserial', (column) => column.primaryKey())
    .addColumn('webhook', 'text', (column) => column.notNull())
    .addColumn('event', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhook_delivery_oldest').on('webhook_delivery').columns(['webhook', 'seq']).execute();
}
