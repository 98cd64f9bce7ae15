import { type Kysely, sql } from 'kysely';

/** Stores which choices an import sells as a product, so that the product keeps its id. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table product add column choices jsonb not null default '[]'`.execute(db);
}
