import { spawn } from 'node:child_process';
import { DatabaseUnavailableError } from '@shop/database/database-unavailable-error';
import pg from 'pg';

/** The variables with which PostgreSQL's programs reach a database. A list of processes does not show them. */
export function getConnectionVariables(url: string): Record<string, string> {
  // The driver reads the URL, so that the programs reach the same database as the server.
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const sslMode = new URL(url).searchParams.get('sslmode');
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
