import { type Kysely, type Migration, Migrator } from 'kysely';
import * as firstTables from './migrations/0001-first-tables';
import type { StoreTables } from './schema';

/** In order; a migration that has run anywhere is never edited, a new one follows it. */
const migrations: Record<string, Migration> = {
  '0001-first-tables': firstTables,
};

/**
 * Brings the database to the newest shape. Running it again does nothing.
 *
 * @throws When a migration fails; the database is then as it was before that migration.
 */
export async function migrate(db: Kysely<StoreTables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
