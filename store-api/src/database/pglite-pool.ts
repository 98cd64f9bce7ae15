import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/**
 * Lets Kysely's PostgreSQL dialect speak to PGlite, which has a single connection: who wants it stands in a queue, so
 * that a transaction never sees the statements of another. (PGlite's own node-postgres bridge ends its connection at
 * the first SQL error, so it is not used.)
 *
 * @param pglite Stays the caller's: `end` waits for the queue and does not close it.
 */
export function pglitePool(pglite: PGlite): PostgresPool {
  let queue: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const ahead = queue;
      let leave = () => {};
      queue = new Promise((resolve) => {
        leave = resolve;
      });
      await ahead;
      return clientOf(pglite, leave);
    },
    end: () => queue,
  };
}

function clientOf(pglite: PGlite, release: () => void): PostgresPoolClient {
  async function query<Row>(statement: unknown, parameters?: readonly unknown[]) {
    if (typeof statement !== 'string') throw new Error('PGlite offers no cursors');
    const result = await pglite.query<Row>(statement, [...(parameters ?? [])]);
    return {
      command: statement.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '',
      rowCount: result.affectedRows ?? result.rows.length,
      rows: result.rows,
    };
  }
  return { query, release } as PostgresPoolClient;
}
