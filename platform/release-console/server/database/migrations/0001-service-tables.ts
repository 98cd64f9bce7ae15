import type { Kysely } from 'kysely';

/** Creates the tables of sessions, tokens, approvals, schedules and versions of the policy. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('person')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('groups', 'jsonb', (column) => column.notNull())
    .addColumn('signed_in_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('sign_in')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('return_to', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('person', 'text', (column) => column.notNull().references('person.name').onDelete('cascade'))
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('token')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scope', 'jsonb')
    .addColumn('machine', 'jsonb')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('token_of_owner').on('token').columns(['owner', 'created_at']).execute();

  await db.schema
    .createTable('approval')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ends_at', 'timestamptz', (column) => column.notNull())
    .addColumn('request', 'jsonb', (column) => column.notNull())
    .addColumn('approvers', 'jsonb', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('claim', 'jsonb')
    .addColumn('lease_ends_at', 'timestamptz')
    .execute();

  await db.schema
    .createTable('schedule')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('principal', 'jsonb', (column) => column.notNull())
    .addColumn('action', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('result', 'jsonb')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('claim', 'jsonb')
    .addColumn('lease_ends_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('schedule_due').on('schedule').columns(['status', 'due_at']).execute();

  await db.schema
    .createTable('policy_version')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('policy', 'jsonb', (column) => column.notNull())
    .addColumn('proposed_by', 'text')
    .addColumn('approved_by', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
