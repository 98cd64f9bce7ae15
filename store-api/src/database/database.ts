import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { StoreApiSettings } from '../settings';
import { migrate } from './migrate';
import { lockDatabase } from './pglite-lock';
import { pglitePool } from './pglite-pool';
import type { StoreTables } from './schema';

export type StoreDatabase = Kysely<StoreTables>;

/** An open database and the way to close it: nothing that was acknowledged is lost by closing. */
export interface OpenDatabase {
  db: StoreDatabase;
  close: () => Promise<void>;
}

/**
 * Opens the database the settings name, PostgreSQL or PGlite, and brings it to the newest shape.
 *
 * @throws DatabaseInUseError when another live process has the PGlite folder open.
 */
export async function openDatabase(settings: Pick<StoreApiSettings, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl) : openPglite(settings.dataDir);
}

/** Opens a PostgreSQL database by its URL. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  // A connection that drops while idle must not end the process: the next query takes a new one.
  pool.on('error', (error) => console.error(`The database connection was lost: ${error.message}`));
  return migrated(pool, async () => {});
}

/** Opens a PGlite instance the caller made, such as one in memory; closing closes it. */
export async function openPgliteInstance(pglite: PGlite): Promise<OpenDatabase> {
  return migrated(pglitePool(pglite), () => pglite.close());
}

async function openPglite(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  const lock = await lockDatabase(dataDir);
  try {
    const opened = await openPgliteInstance(await PGlite.create(join(dataDir, 'database')));
    return { db: opened.db, close: () => opened.close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function migrated(pool: PostgresPool, closeStorage: () => Promise<void>): Promise<OpenDatabase> {
  const db = new Kysely<StoreTables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  const close = async () => {
    await db.destroy();
    await closeStorage();
  };
  try {
    await migrate(db);
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}
