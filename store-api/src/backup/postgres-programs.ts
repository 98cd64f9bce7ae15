import { spawn } from 'node:child_process';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import pg from 'pg';

/** The variables with which PostgreSQL's programs reach a database. A list of processes does not show them. */
export function getConnectionVariables(url: string): Record<string, string> {
  // The driver reads the URL, so that the programs reach the same database as the server.
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const [, sslMode] = /[?&]sslmode=([^&#]+)/.exec(url) ?? [];
  return {
    PGHOST: host,
    PGPORT: String(port),
    ...(user && { PGUSER: user }),
    ...(password && { PGPASSWORD: password }),
    ...(database && { PGDATABASE: database }),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}

type Program = 'pg_dump' | 'pg_restore' | 'psql';

/** Starts a program. @returns `ended` rejects with its message, or when it is not installed ({@link DatabaseUnavailableError}). */
function startProgram(name: Program, args: string[], url: string) {
  const child = spawn(name, args, { env: { ...process.env, ...getConnectionVariables(url) } });
  const ended = new Promise<void>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', () =>
      reject(new DatabaseUnavailableError(`${name} cannot be started: install the client programs of PostgreSQL.`)),
    );
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new DatabaseUnavailableError(`${name} failed: ${output.trim()}`)),
    );
  });
  return { child, ended };
}

/** Tells whether a query has a row. @throws {DatabaseUnavailableError} When the database cannot be reached. */
export async function hasRow(url: string, query: string): Promise<boolean> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
    // Without a listener, a connection that drops ends the process. The query fails too.
    client.on('error', () => undefined);
    await client.connect();
    return (await client.query(query)).rows.length > 0;
  } catch (error) {
    // A name with several addresses that all refuse has a code and no message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new DatabaseUnavailableError(
      `The database of DATABASE_URL cannot be read (${message || code}): check that PostgreSQL runs, and the address, user and password.`,
    );
  } finally {
    await client?.end();
  }
}

/** @throws {DatabaseUnavailableError} When a database is not that of the store API. */
export async function assertHasOrders(url: string): Promise<void> {
  const orders =
    "select 1 from information_schema.tables where table_schema = 'public' and table_name = 'customer_order'";
  if (await hasRow(url, orders)) return;
  throw new DatabaseUnavailableError(
    'The database of DATABASE_URL has no table customer_order: give the database of the store API.',
  );
}

/** Writes a dump of a database. @throws {DatabaseUnavailableError} With the message of pg_dump, or when it is not installed. */
export async function dumpPostgres(args: string[], url: string): Promise<void> {
  const { child, ended } = startProgram('pg_dump', args, url);
  child.stdout.resume();
  await ended;
}

/** Replaces what the schema has. `pg_restore --clean` would drop only what the dump knows, and an update may have added tables. */
const emptySchema =
  'drop schema if exists public cascade; create schema public; grant usage on schema public to public;';

/**
 * Loads a dump into the schema `public` in one transaction: a failure leaves the database as it was.
 *
 * @param isReplacing  Everything in the schema is deleted before.
 * @throws {DatabaseUnavailableError} With the message of the program that failed, or when one is not installed.
 */
export async function restorePostgresDump(dump: string, url: string, isReplacing: boolean): Promise<void> {
  const restore = startProgram('pg_restore', ['--no-owner', '--file=-', dump], url);
  const psql = startProgram('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'], url);
  const { stdin } = psql.child;
  // A psql that has ended says why itself.
  stdin.on('error', () => undefined);
  psql.ended.catch(() => restore.child.kill());
  stdin.write(`begin; ${isReplacing ? emptySchema : ''}\n`);
  restore.child.stdout.pipe(stdin, { end: false });
  // Without its commit, the transaction has no effect.
  restore.ended.then(
    () => stdin.end('commit;\n'),
    () => stdin.end(),
  );
  await psql.ended;
  await restore.ended;
}
