import type { Kysely } from 'kysely';

/** Finds the newest publication of all apps without reading the others. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('published_release_time').on('published_release').column('published_at').execute();
}
