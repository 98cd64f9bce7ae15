import { waitUntil } from '@shop/testing/wait-until';
import { type Migration, type QueryExecutorProvider, sql } from 'kysely';
import { type OpenDatabase, openPostgres } from './open-database';
import { createPostgresDatabase, findPostgresPrograms } from './testing/postgres-cluster';

const programs = findPostgresPrograms();

const currentLimits = sql.raw(`current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')`);

(programs ? describe : describe.skip)('a connection to PostgreSQL that is lost', () => {
  let database: OpenDatabase<unknown>;
  beforeAll(async () => {
    database = await openPostgres(await createPostgresDatabase(programs ?? ''), { migrations: {} });
  }, 120_000);
  afterAll(() => database?.close());

  it('fails the transaction that uses it and no other query, and never the process', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { db } = database;
    const transaction = db.transaction().execute(async (own) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
      // No query runs on the connection when it ends.
      const { pid } = rows[0] ?? {};
      await sql`select pg_terminate_backend(${pid})`.execute(db);
      await waitUntil(() => log.mock.calls.length > 0, { message: 'the loss is reported' });
      await sql`select 1`.execute(own);
    });
    await expect(transaction).rejects.toThrow(/terminat|not queryable/);
    expect(log.mock.calls.join()).toContain('The database connection was lost: ');
    log.mockRestore();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('leaves no query behind in PostgreSQL, which ends every query before silence ends its connection', async () => {
    // The migrations have used the first connection, whose queries have another limit.
    const url = await createPostgresDatabase(programs ?? '');
    const up: Migration['up'] = async (migrated) => {
      await sql`create table limits as select ${currentLimits} as value`.execute(migrated);
    };
    const { db, close } = await openPostgres<unknown>(url, { migrations: { '0001': { up } } });
    const readLimit = (query: QueryExecutorProvider) =>
      sql<{ value: string }>`select ${currentLimits} as value, pg_sleep(0.1)`.execute(query);
    const limits = await Promise.all(Array.from({ length: 10 }, () => readLimit(db)));
    expect(limits.map(({ rows }) => rows[0]?.value)).toEqual(Array(10).fill('50s 0'));
    expect((await sql`select value from limits`.execute(db)).rows).toEqual([{ value: '0 300ms' }]);
    await close();
  });
});
