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

/** Runs pg_dump or pg_restore. @throws {DatabaseUnavailableError} With the program's message, or when it is not installed. */
export function runPostgresProgram(name: 'pg_dump' | 'pg_restore', args: string[], url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      env: { ...process.env, ...getConnectionVariables(url) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', () =>
      reject(new DatabaseUnavailableError(`${name} cannot be started: install the client programs of PostgreSQL.`)),
    );
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new DatabaseUnavailableError(`${name} failed: ${output.trim()}`)),
    );
  });
}
