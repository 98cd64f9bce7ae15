import { sql } from 'kysely';
import type { IdempotencyKeysRepository } from '../idempotency/idempotency-keys.repository';
import type { SessionsRepository } from '../users/sessions.repository';
import type { StoreDatabase } from './database';

/** Milliseconds between two clean-ups. */
export const cleaningIntervalMs = 5 * 60_000;

export interface CleanUpOptions {
  db: StoreDatabase;
  idempotencyKeys: Pick<IdempotencyKeysRepository, 'removeExpired'>;
  sessions: Pick<SessionsRepository, 'removeExpired'>;
  /** PGlite never vacuums its tables. PostgreSQL vacuums them by itself. */
  hasAutovacuum: boolean;
}

/** Removes rows that have expired, and gives their space back. Without it, each order would pass by those of all days before. */
export async function cleanUp({ db, idempotencyKeys, sessions, hasAutovacuum }: CleanUpOptions): Promise<void> {
  await idempotencyKeys.removeExpired();
  await sessions.removeExpired();
  if (hasAutovacuum) return;
  for (const table of ['idempotency_key', 'session']) await sql`vacuum ${sql.table(table)}`.execute(db);
}
