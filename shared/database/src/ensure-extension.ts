import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailableError } from './database-unavailable-error';

/**
 * Creates an extension in a migration, unless the database has it. PostgreSQL allows this to the owner of a database when the extension is
 * a trusted one, as `pg_trgm` is.
 *
 * @throws {DatabaseUnavailableError} When PostgreSQL does not have the extension, or the user may not create it.
 */
export async function ensureExtension(db: Kysely<never>, name: 'pg_trgm'): Promise<void> {
  try {
    await sql`create extension if not exists ${sql.id(name)}`.execute(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnavailableError(
      `The search needs the extension ${name} of PostgreSQL, which cannot be created (${reason}): install PostgreSQL's contrib package, and run "create extension ${name}" in this database as its owner or as a superuser.`,
    );
  }
}
