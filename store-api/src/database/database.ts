import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { QueryObserver } from '../operation/observe-query';
import type { StoreApiSettings } from '../settings';
import { DatabaseUnavailableError } from './database-unavailable-error';
import { migrate } from './migrate';
import { ensureCluster } from './pglite/cluster';
import { acquireDatabaseLock } from './pglite/database-lock';
import { createPglitePool } from './pglite/pool';
import type { StoreTables } from './schema';

export type StoreDatabase = Kysely<StoreTables>;

/** An open database. `close` waits until every acknowledged write is stored. */
export interface OpenDatabase {
  db: StoreDatabase;
  /** Connections to PostgreSQL. Absent for PGlite. */
  pool?: pg.Pool;
  close: () => Promise<void>;
  /** Dumps PGlite between two transactions, as a tar archive in gzip. Absent for PostgreSQL. */
  dump?: () => Promise<Uint8Array>;
}

/**
 * Opens the database of the settings, PostgreSQL or PGlite, and migrates it to the newest schema.
 *
 * @param onQuery Receives each query after it has ended.
 * @throws {DatabaseUnavailableError} When the database cannot be opened.
 * @throws {DatabaseInUseError} When another running process has the PGlite folder open.
 */
export async function openDatabase(
  settings: Pick<StoreApiSettings, 'dataDir' | 'databaseUrl'>,
  onQuery?: QueryObserver,
): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, onQuery) : openPglite(settings.dataDir, onQuery);
}

/**
 * Opens a PostgreSQL database by its URL.
 *
 * @throws {DatabaseUnavailableError} When PostgreSQL does not respond or rejects the credentials.
 */
export async function openPostgres(url: string, onQuery?: QueryObserver): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // Without listeners, a connection that drops ends the process. The pool listens to idle connections only. A query that is running
  // fails, and the next one opens a new connection.
  const report = (error: Error) => console.error(`The database connection was lost: ${error.message}`);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailableError(
      `The database of DATABASE_URL cannot be reached (${formatReason(error)}): check that PostgreSQL runs, and the address, user and password.`,
    );
  }
  return { ...(await migrateAndOpen(pool, async () => {}, onQuery)), pool };
}

/** Opens a database on a PGlite instance. `close` closes the instance. */
export async function openPgliteInstance(pglite: PGlite, onQuery?: QueryObserver): Promise<OpenDatabase> {
  const pool = createPglitePool(pglite);
  const opened = await migrateAndOpen(pool, () => pglite.close(), onQuery);
  return { ...opened, dump: () => dumpPglite(pglite, pool) };
}

async function dumpPglite(pglite: PGlite, pool: PostgresPool): Promise<Uint8Array> {
  // The connection keeps statements of other clients out while the files are copied.
  const client = await pool.connect();
  try {
    await pglite.query('checkpoint');
    return new Uint8Array(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
  } finally {
    client.release();
  }
}

async function openPglite(dataDir: string, onQuery?: QueryObserver): Promise<OpenDatabase> {
  await createDataDir(dataDir);
  const lock = await acquireDatabaseLock(dataDir);
  lock.signal.addEventListener('abort', () => exitWithoutClosing(lock.signal.reason));
  try {
    const opened = await openPgliteInstance(await openCluster(join(dataDir, 'database')), onQuery);
    return { ...opened, close: () => opened.close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Another process writes to the folder now. To close the database would write to it as well. */
function exitWithoutClosing(reason: unknown): never {
  console.error(`The store API ends at once: ${reason instanceof Error ? reason.message : String(reason)}`);
  process.exit(1);
}

async function createDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The folder ${dataDir} cannot be written (${formatReason(error)}): set DATA_DIR to another folder.`,
    );
  }
}

async function openCluster(folder: string): Promise<PGlite> {
  await ensureCluster(folder);
  try {
    return await PGlite.create(folder);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `The database in ${folder} cannot be opened (${formatReason(error)}): move the folder away to start with an empty database.`,
    );
  }
}

/** Formats an error as its code, such as `ECONNREFUSED`, else as the first line of its message. */
function formatReason(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

async function migrateAndOpen(
  pool: PostgresPool,
  closeStorage: () => Promise<void>,
  onQuery?: QueryObserver,
): Promise<OpenDatabase> {
  const db = new Kysely<StoreTables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onQuery ? { log: onQuery } : {}),
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
