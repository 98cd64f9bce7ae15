import { type Kysely, type Migration, Migrator } from 'kysely';
import * as firstTables from './migrations/0001-first-tables';
import * as rateLimit from './migrations/0002-rate-limit';
import * as productList from './migrations/0003-product-list';
import * as idempotencyAndSessions from './migrations/0004-idempotency-and-sessions';
import type { StoreTables } from './schema';

/** Migrations in order. A released migration never changes; a change of the schema is a new migration. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-rate-limit': rateLimit,
  '0003-product-list': productList,
  '0004-idempotency-and-sessions': idempotencyAndSessions,
};

/**
 * Migrates the database to the newest schema. It does nothing when the schema is current.
 *
 * @throws When a migration fails. The failed migration leaves no change behind.
 */
export async function migrate(db: Kysely<StoreTables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
