import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';
import { Kysely, type Migration, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { openPostgres } from './open-database';
import { createReadinessCheck } from './readiness-check';
import { createPostgresDatabase, findPostgresPrograms } from './testing/postgres-cluster';

const programs = findPostgresPrograms();

/** How many times as fast silence ends a connection here. */
const speed = 40;

/** A proxy in front of a database. `vanish` stops to forward the open connections, and ends none of them. */
async function openProxy(url: string) {
  const { pathname, searchParams } = new URL(url);
  const sockets: Socket[] = [];
  const server: Server = createServer((client) => {
    const database = connect(`${searchParams.get('host')}/.s.PGSQL.5432`);
    for (const socket of [client, database]) sockets.push(socket.on('error', () => undefined));
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    vanish: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

(programs ? describe : describe.skip)('PostgreSQL on a host that vanishes', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let report: jest.SpyInstance;
  beforeEach(async () => {
    report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    proxy = await openProxy(await createPostgresDatabase(programs ?? ''));
  }, 120_000);
  afterEach(() => {
    jest.restoreAllMocks();
    proxy.close();
  });

  /** Lets the timeouts of sockets pass faster. */
  function hastenTimeouts(): void {
    const { setTimeout: setSocketTimeout } = Socket.prototype;
    jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, listener) {
      return setSocketTimeout.call(this, ms / speed, listener);
    });
  }

  it('fails the query that waits for it, and the next one has a new connection', async () => {
    hastenTimeouts();
    const { db, close } = await openPostgres(proxy.url, { migrations: {} });
    await sql`select 1`.execute(db);
    proxy.vanish();
    await expect(sql`select 1`.execute(db)).rejects.toThrow('Connection terminated: PostgreSQL sent nothing for 60 s');
    expect(report.mock.calls.join()).toContain('The database connection was lost');
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
    await close();
  });

  it('ends no migration, however long a statement of it takes', async () => {
    hastenTimeouts();
    const up: Migration['up'] = async (db) => {
      await sql`select pg_sleep(2)`.execute(db);
      await sql`create table migrated (id int)`.execute(db);
    };
    const { db, close } = await openPostgres(proxy.url, { migrations: { '0001': { up } } });
    expect((await sql`select * from migrated`.execute(db)).rows).toEqual([]);
    await expect(sql`select pg_sleep(2)`.execute(db)).rejects.toThrow('sent nothing');
    await close();
  });

  it('is not ready, and ready again as soon as a new connection leads to a host', async () => {
    const { db, close } = await openPostgres(proxy.url, { migrations: {} });
    const assertReady = createReadinessCheck(db);
    await assertReady();
    proxy.vanish();
    await expect(assertReady()).rejects.toThrow('no response in 3000 ms');
    await assertReady();
    proxy.close();
    await close();
  });
});

test('the checks of a database that hangs keep two connections', async () => {
  const end: (() => void)[] = [];
  const answer = () => new Promise((resolve) => end.push(() => resolve({ command: 'SELECT', rowCount: 0, rows: [] })));
  const pool = { connect: async () => ({ query: answer, release: () => undefined }), end: async () => undefined };
  const db = new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
  const assertReady = createReadinessCheck(db);
  for (const queries of [1, 2, 2]) {
    const checks = await Promise.allSettled([assertReady(), assertReady()]);
    expect(checks.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(end).toHaveLength(queries);
  }
  for (const respond of end) respond();
  await assertReady();
  const check = assertReady();
  await waitUntil(() => end.length === 3, { message: 'another query is sent' });
  end[2]?.();
  await check;
});
