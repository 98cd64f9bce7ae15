import { type Kysely, sql } from 'kysely';

/** Creates the index of changes and of releases. Both can be built again from the release store. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('change')
    .addColumn('env', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('previous', 'jsonb')
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('terms', sql`text[]`, (column) => column.notNull())
    .addColumn('note', 'jsonb', (column) => column.notNull())
    .addPrimaryKeyConstraint('change_pkey', ['env', 'seq'])
    .execute();
  await db.schema.createIndex('change_hash').on('change').columns(['env', 'sha256']).execute();
  await db.schema.createIndex('change_time').on('change').columns(['env', 'at']).execute();
  await db.schema.createIndex('change_terms').on('change').using('gin').column('terms').execute();

  await db.schema
    .createTable('published_release')
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('published_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('published_release_pkey', ['app', 'version', 'digest'])
    .execute();
  await db.schema
    .createIndex('published_release_newest')
    .on('published_release')
    .columns(['app', 'published_at'])
    .execute();
}
