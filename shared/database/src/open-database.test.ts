import { waitUntil } from '@shop/testing/wait-until';
import { type Migration, sql } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError } from './database-unavailable-error';
import { openPostgres } from './open-database';
import { createPostgresDatabase, findPostgresPrograms } from './testing/postgres-cluster';

const programs = findPostgresPrograms();

(programs ? describe : describe.skip)('a migration of a database in use', () => {
  it('blocks no query of a table while another transaction has a lock on it, and is tried again', async () => {
    const url = await createPostgresDatabase(programs ?? '');
    const pool = new pg.Pool({ connectionString: url, statement_timeout: 5000 });
    await pool.query('create table product (id text)');
    const backup = await pool.connect();
    await backup.query('begin');
    await backup.query('select id from product');
    const up: Migration['up'] = async (db) => {
      await sql`alter table product add column title text`.execute(db);
    };
    const opening = openPostgres<unknown>(url, { migrations: { '0001': { up } } });
    const waiting = "select from pg_locks where mode = 'AccessExclusiveLock' and not granted";
    try {
      await waitUntil(async () => (await pool.query(waiting)).rowCount === 1, { message: 'the migration waits' });
      // PostgreSQL would end it after five seconds.
      await pool.query('select id from product');
    } finally {
      await backup.query('commit');
      backup.release();
      const { db, close } = await opening;
      expect((await sql`select title from product`.execute(db)).rows).toEqual([]);
      await close();
      await pool.end();
    }
  });

  it('is tried again after a deadlock', async () => {
    const url = await createPostgresDatabase(programs ?? '');
    let attempts = 0;
    const up: Migration['up'] = async (db) => {
      if (++attempts === 1) await sql`do $$ begin raise deadlock_detected; end $$`.execute(db);
    };
    const { close } = await openPostgres<unknown>(url, { migrations: { '0001': { up } } });
    expect(attempts).toBe(2);
    await close();
  });

  it('says what to do when the user may not create tables', async () => {
    const url = await createPostgresDatabase(programs ?? '');
    const up: Migration['up'] = async (db) => {
      await sql`do $$ begin raise insufficient_privilege using message = 'permission denied'; end $$`.execute(db);
    };
    const error: unknown = await openPostgres(url, { migrations: { '0001': { up } } }).catch((caught) => caught);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(error).toHaveProperty(
      'message',
      'The user of DATABASE_URL may not change the tables of the database (permission denied): let this user own the database and its tables.',
    );
  });

  it('stops the start of an earlier version, which says what to do', async () => {
    const url = await createPostgresDatabase(programs ?? '');
    const up: Migration['up'] = async () => undefined;
    await (await openPostgres(url, { migrations: { '0001-first': { up }, '0002-next': { up } } })).close();
    const error: unknown = await openPostgres(url, { migrations: { '0001-first': { up } } }).catch((caught) => caught);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(error).toHaveProperty(
      'message',
      'A newer version of this program has changed the tables of the database (0002-next): start that version, or restore a backup from before it.',
    );
  });
});
