import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/**
 * Creates a pool for Kysely's PostgreSQL dialect on PGlite, which has a single connection. Clients wait in a queue, so
 * that statements of two transactions never mix. PGlite's own node-postgres bridge is not used, because it closes its
 * connection at the first SQL error.
 *
 * @param pglite Belongs to the caller. `end` waits for the queue and does not close the instance.
 */
export function createPglitePool(pglite: PGlite): PostgresPool {
  let queue: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const previous = queue;
      let release = () => {};
      queue = new Promise((resolve) => {
        release = resolve;
      });
      await previous;
      return createClient(pglite, release);
    },
    end: () => queue,
  };
}

function createClient(pglite: PGlite, release: () => void): PostgresPoolClient {
  async function query<Row>(statement: unknown, parameters?: readonly unknown[]) {
    if (typeof statement !== 'string') throw new Error('PGlite does not support cursors.');
    const result = await pglite.query<Row>(statement, [...(parameters ?? [])]);
    // PGlite answers without a turn of the event loop: a list of statements would keep all other work of the process waiting.
    await setImmediate();
    return {
      command: statement.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '',
      rowCount: result.affectedRows ?? result.rows.length,
      rows: result.rows,
    };
  }
  return { query, release } as PostgresPoolClient;
}
