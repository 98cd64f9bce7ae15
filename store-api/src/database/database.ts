import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { StoreApiSettings } from '../settings';
import { DatabaseUnusableError } from './database-unusable';
import { migrate } from './migrate';
import { provideCluster } from './pglite-cluster';
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
 * @throws DatabaseUnusableError when it cannot be opened; DatabaseInUseError when another live process has it.
 */
export async function openDatabase(settings: Pick<StoreApiSettings, 'dataDir' | 'databaseUrl'>): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl) : openPglite(settings.dataDir);
}

/**
 * Opens a PostgreSQL database by its URL.
 *
 * @throws DatabaseUnusableError when it does not answer or does not let us in.
 */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // A connection that drops while idle must not end the process: the next query takes a new one.
  pool.on('error', (error) => console.error(`The database connection was lost: ${error.message}`));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new DatabaseUnusableError(
      `The database of DATABASE_URL cannot be reached (${reasonOf(error)}): check that PostgreSQL runs, and the address, user and password.`,
    );
  }
  return migrated(pool, async () => {});
}

/** Opens a PGlite instance that the caller made; closing closes it. */
export async function openPgliteInstance(pglite: PGlite): Promise<OpenDatabase> {
  return migrated(pglitePool(pglite), () => pglite.close());
}

async function openPglite(dataDir: string): Promise<OpenDatabase> {
  await makeFolder(dataDir);
  const lock = await lockDatabase(dataDir);
  try {
    const opened = await openPgliteInstance(await openCluster(join(dataDir, 'database')));
    return { db: opened.db, close: () => opened.close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new DatabaseUnusableError(
      `The folder ${dataDir} cannot be written (${reasonOf(error)}): name another in DATA_DIR.`,
    );
  }
}

async function openCluster(folder: string): Promise<PGlite> {
  await provideCluster(folder);
  try {
    return await PGlite.create(folder);
  } catch (error) {
    throw new DatabaseUnusableError(
      `The database in ${folder} cannot be opened (${reasonOf(error)}): move it away to begin with a new one.`,
    );
  }
}

/** The code of a failure, such as `ECONNREFUSED`, else its first line. */
function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
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
