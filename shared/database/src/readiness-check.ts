import { setTimeout as sleep } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Milliseconds that the database has to respond. */
const timeoutMs = 3000;

/**
 * Creates the check of a database for `/readyz`. Calls at the same time share one query. A query that is late may be on a connection
 * that leads nowhere, so the next call sends a second one. A database that hangs keeps these two connections.
 *
 * @returns A function that rejects when the database does not respond within 3 seconds.
 * @example
 * const assertDatabaseResponds = createReadinessCheck(db);
 * await assertDatabaseResponds();
 */
export function createReadinessCheck(db: QueryExecutorProvider): () => Promise<void> {
  const late = new Set<Promise<unknown>>();
  let current: Promise<unknown> | undefined;
  const send = () => {
    const query: Promise<unknown> = sql`select 1`.execute(db).finally(() => {
      late.delete(query);
      if (query === current) current = undefined;
    });
    return query;
  };
  return async () => {
    current ??= send();
    const query = current;
    const isLate = await Promise.race([query.then(() => false), sleep(timeoutMs, true, { ref: false })]);
    if (!isLate) return;
    if (query === current && late.size === 0) {
      late.add(query);
      current = undefined;
    }
    throw new Error(`no response in ${timeoutMs} ms`);
  };
}
