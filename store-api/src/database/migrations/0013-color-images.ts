import { type Kysely, sql } from 'kysely';

/** Stores which image of a product shows which colour. The releases before write no value. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table product add column color_images jsonb not null default '[]'`.execute(db);
}
