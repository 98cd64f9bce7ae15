import { access, constants, mkdir } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { hasErrorCode } from '@shop/file-lock/errno';
import {
  CamelCasePlugin,
  Kysely,
  type LogEvent,
  type Migration,
  Migrator,
  PostgresDialect,
  type PostgresPool,
} from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from './database-unavailable-error';
import { ensureCluster } from './pglite/cluster';
import { acquireDatabaseLock } from './pglite/database-lock';
import { createPglitePool } from './pglite/pool';

/** Where a database is: in PostgreSQL, or, without a URL, in the folder `database` of the data folder. */
export interface DatabaseLocation {
  dataDir: string;
  databaseUrl: string | undefined;
}

/** The tables of a database. */
export interface DatabaseDefinition {
  /** Migrations by name, in order. A released migration never changes; a change of the tables is a new migration. */
  migrations: Readonly<Record<string, Migration>>;
  /** PostgreSQL schema of the tables. Default: `public`. */
  schema?: string;
}

/** Extensions that a migration can create in PGlite. PostgreSQL has them in its contrib package. */
export const pgliteExtensions = { pg_trgm };

/** Receives each query of the database after it has ended. */
export type QueryObserver = (event: LogEvent) => void;

/** An open database. `close` waits until every acknowledged write is stored. */
export interface OpenDatabase<Tables> {
  db: Kysely<Tables>;
  /** Connections to PostgreSQL. Absent for PGlite. */
  pool?: pg.Pool;
  close: () => Promise<void>;
  /** Dumps PGlite between two transactions, as a tar archive in gzip. Absent for PostgreSQL. */
  dump?: () => Promise<Uint8Array>;
}

/**
 * Opens a database in PostgreSQL or PGlite, and migrates it to the newest tables.
 *
 * @param onQuery Receives each query after it has ended.
 * @throws {DatabaseUnavailableError} When the database cannot be opened, or a newer version of the program has changed its tables.
 * @throws {DatabaseInUseError} When another running process has the PGlite folder open.
 * @example
 * const { db, close } = await openDatabase<Tables>({ dataDir: '.data', databaseUrl: undefined }, { migrations });
 */
export async function openDatabase<Tables>(
  { dataDir, databaseUrl }: DatabaseLocation,
  definition: DatabaseDefinition,
  onQuery?: QueryObserver,
): Promise<OpenDatabase<Tables>> {
  return databaseUrl ? openPostgres(databaseUrl, definition, onQuery) : openPglite(dataDir, definition, onQuery);
}

/** Milliseconds without a byte after which a connection counts as lost. A migration may take longer. */
const silenceMs = 60_000;
/**
 * Milliseconds after which PostgreSQL ends a query of a server. Without this limit the query of a lost connection would run on, next to
 * those of new connections, until the server has too many.
 */
const maxQueryMs = 50_000;

/**
 * Milliseconds that a statement of a migration waits for a lock. While it waits, for example for a backup, all queries of the table
 * wait behind it.
 */
const maxLockWaitMs = 300;

/**
 * Creates the socket of a connection to PostgreSQL. A host that vanishes ends no connection: the system would wait a quarter of an hour
 * for it.
 *
 * @param isLimited Whether silence ends the connection now.
 */
function createSocket(isLimited: () => boolean): Socket {
  const socket = new Socket().setTimeout(silenceMs);
  return socket.on('timeout', () => {
    if (!isLimited()) return;
    socket.destroy(new Error(`Connection terminated: PostgreSQL sent nothing for ${silenceMs / 1000} seconds`));
  });
}

/**
 * Opens a PostgreSQL database by its URL. Its migrations wait for a lock for 300 ms only, and are tried again for about a minute. After
 * them, a query fails that takes 50 seconds, and a connection ends that gets no response for a minute.
 *
 * @throws {DatabaseUnavailableError} When PostgreSQL does not respond or rejects the credentials, the user may not change the tables,
 *   or a newer version of the program has changed them.
 */
export async function openPostgres<Tables>(
  url: string,
  definition: DatabaseDefinition,
  onQuery?: QueryObserver,
): Promise<OpenDatabase<Tables>> {
  let isMigrated = false;
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    stream: () => createSocket(() => isMigrated),
    // PgBouncer refuses a connection that gives this setting at its start.
    onConnect: (client) =>
      client.query(isMigrated ? `set statement_timeout = ${maxQueryMs}` : `set lock_timeout = ${maxLockWaitMs}`),
  });
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
  const opened = await migrateAndOpen<Tables>(pool, definition, async () => {}, onQuery);
  isMigrated = true;
  // The connection of the migrations has their limit.
  const client = await pool.connect();
  // A pooler such as PgBouncer gives its connection to other clients.
  await client.query('reset lock_timeout');
  client.release(true);
  return { ...opened, pool };
}

/** Opens a database on a PGlite instance. `close` closes the instance. */
export async function openPgliteInstance<Tables>(
  pglite: PGlite,
  definition: DatabaseDefinition,
  onQuery?: QueryObserver,
): Promise<OpenDatabase<Tables>> {
  const pool = createPglitePool(pglite);
  const opened = await migrateAndOpen<Tables>(pool, definition, () => pglite.close(), onQuery);
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

async function openPglite<Tables>(
  dataDir: string,
  definition: DatabaseDefinition,
  onQuery?: QueryObserver,
): Promise<OpenDatabase<Tables>> {
  await createDataDir(dataDir);
  const lock = await acquireDatabaseLock(dataDir);
  lock.signal.addEventListener('abort', () => exitWithoutClosing(lock.signal.reason));
  try {
    const pglite = await openCluster(join(dataDir, 'database'));
    const opened = await openPgliteInstance<Tables>(pglite, definition, onQuery);
    return { ...opened, close: () => opened.close().finally(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Another process writes to the folder now. To close the database would write to it as well. */
function exitWithoutClosing(reason: unknown): never {
  console.error(`This process ends at once: ${reason instanceof Error ? reason.message : String(reason)}`);
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
    return await PGlite.create(folder, { extensions: pgliteExtensions });
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

/** SQLSTATEs of a statement that ended because of `lock_timeout` or a deadlock. */
const lockErrors = ['55P03', '40P01'];
/** SQLSTATE of a statement that the user may not run. From PostgreSQL 15 on, only the owner of a database may create tables. */
const missingPrivilege = '42501';
/** Attempts of migrations, and milliseconds between two of them: about a minute. */
const maxLockAttempts = 60;
const lockPauseMs = 1000;

/** Message of Kysely about a migration that the database has and the program does not know. */
const unknownMigration = /previously executed migration (\S+) is missing/;

/** A migration that gets no lock, because an earlier server or a backup works next to it, is tried again. */
async function migrateAndOpen<Tables>(
  pool: PostgresPool,
  { migrations, schema }: DatabaseDefinition,
  closeStorage: () => Promise<void>,
  onQuery?: QueryObserver,
): Promise<OpenDatabase<Tables>> {
  const connected = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onQuery ? { log: onQuery } : {}),
  });
  const db = schema === undefined ? connected : connected.withSchema(schema);
  const close = async () => {
    await connected.destroy();
    await closeStorage();
  };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const isLockError = (error: unknown) => lockErrors.some((code) => hasErrorCode(error, code));
  let { error } = await migrator.migrateToLatest();
  for (let attempt = 1; attempt < maxLockAttempts && isLockError(error); attempt++) {
    await pause(lockPauseMs);
    ({ error } = await migrator.migrateToLatest());
  }
  if (error === undefined) return { db, close };
  // A failed migration leaves no change behind.
  await close();
  const message = error instanceof Error ? error.message : '';
  const [, newer] = unknownMigration.exec(message) ?? [];
  if (newer !== undefined) {
    throw new DatabaseUnavailableError(
      `A newer version of this program has changed the tables of the database (${newer}): start that version, or restore a backup from before it.`,
    );
  }
  if (hasErrorCode(error, missingPrivilege)) {
    throw new DatabaseUnavailableError(
      `The user of DATABASE_URL may not change the tables of the database (${message}): let this user own the database and its tables.`,
    );
  }
  if (!isLockError(error)) throw error;
  throw new DatabaseUnavailableError(
    'The tables of the database cannot be changed, because another program, such as a backup, locks them: start again when it has ended.',
  );
}
