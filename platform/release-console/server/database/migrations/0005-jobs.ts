import { type Kysely, sql } from 'kysely';

type Row = Record<string, unknown>;

const lease = ['claim', 'lease_ends_at'] as const;

/** Puts requests and schedules into one table of the changes that wait. */
export async function up(db: Kysely<{ approval: Row; schedule: Row; job: Row }>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('request', 'jsonb')
    .addColumn('schedule', 'jsonb')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('approvers', 'jsonb', (column) => column.notNull().defaultTo('[]'))
    .addColumn('comments', 'jsonb', (column) => column.notNull().defaultTo('[]'))
    .addColumn('reviewers', 'jsonb', (column) => column.notNull().defaultTo('[]'))
    .addColumn('result', 'jsonb')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('claim', 'jsonb')
    .addColumn('lease_ends_at', 'timestamptz')
    .addCheckConstraint('job_kind', sql`(request is null) <> (schedule is null)`)
    .execute();
  await db.schema.createIndex('job_due').on('job').columns(['status', 'due_at']).execute();

  await db
    .insertInto('job')
    .columns(['id', 'request', 'created_at', 'due_at', 'status', 'approvers', 'comments', 'reviewers', ...lease])
    .expression(
      db
        .selectFrom('approval')
        .select([
          'id',
          'request',
          'requested_at',
          'ends_at',
          sql<string>`case status when 'open' then 'waiting' else status end`.as('status'),
          'approvers',
          'comments',
          'reviewers',
          ...lease,
        ]),
    )
    .execute();
  await db
    .insertInto('job')
    .columns(['id', 'schedule', 'created_at', 'due_at', 'status', 'result', 'ended_at', ...lease])
    .expression(
      db
        .selectFrom('schedule')
        .select([
          'id',
          sql`jsonb_build_object('principal', principal, 'action', action)`.as('schedule'),
          'created_at',
          'due_at',
          'status',
          'result',
          'ended_at',
          ...lease,
        ]),
    )
    .execute();
  await db.schema.dropTable('approval').execute();
  await db.schema.dropTable('schedule').execute();
}
