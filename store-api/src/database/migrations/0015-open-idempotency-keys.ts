import { type Kysely, sql } from 'kysely';

/** Finds the requests without a response. Each order and payment looks for interrupted ones among all requests of a day. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index idempotency_key_open on idempotency_key (created_at) where status is null`.execute(db);
}
