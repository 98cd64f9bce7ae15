import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Milliseconds that the database has to respond. */
const timeoutMs = 3000;

/**
 * Creates the check of a database for `/readyz`. Calls at the same time share one query, so that a database that hangs keeps one
 * connection.
 *
 * @returns A function that rejects when the database does not respond within 3 seconds.
 * @example
 * const assertDatabaseResponds = createReadinessCheck(db);
 * await assertDatabaseResponds();
 */
export function createReadinessCheck(db: QueryExecutorProvider): () => Promise<void> {
  let query: Promise<unknown> | undefined;
  return async () => {
    query ??= sql`select 1`.execute(db).finally(() => {
      query = undefined;
    });
    const isLate = await Promise.race([query.then(() => false), sleep(timeoutMs, true, { ref: false })]);
    if (isLate) throw new Error(`no response in ${timeoutMs} ms`);
  };
}
