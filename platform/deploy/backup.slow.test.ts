import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { createTestFolder } from '@shop/releases/testing/test-resources';

/* backup.sh on a PostgreSQL of this machine. deployment.deploy.test.ts runs it in its container. */

const programs = findPostgresPrograms() ?? '';

(programs ? describe : describe.skip)('a backup of orders and of the release service', () => {
  /** Opens a database that has the table of the orders, as that of the store API, and an empty folder for backups. */
  async function open(table = 'customer_order') {
    const { pathname, searchParams } = new URL(await createPostgresDatabase(programs));
    const folder = createTestFolder();
    const passwordFile = path.join(folder, 'password');
    writeFileSync(passwordFile, 'none');
    const env = {
      PATH: `${programs}:${process.env.PATH}`,
      PGHOST: searchParams.get('host') ?? '',
      PGUSER: searchParams.get('user') ?? '',
      PGDATABASE: pathname.slice(1),
      PGPASSWORD_FILE: passwordFile,
      BACKUPS: folder,
    };
    const run = (program: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
      return { code: status, output: stdout + stderr };
    };
    const ask = (sql: string) => run('psql', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-tAc', sql).output.trim();
    const backup = (...args: string[]) => run('sh', path.join(import.meta.dirname, 'backup.sh'), ...args);
    ask(`create table ${table} (id text)`);
    return { ask, backup, folder };
  }

  it('replaces a database to which an update has added tables, functions and extensions', async () => {
    const { ask, backup } = await open();
    ask('create table account (id text primary key); insert into account values (1); create extension pg_trgm');
    ask('create schema release; create table release.token (id int); insert into release.token values (7)');
    expect(backup('to', 'monday').code).toBe(0);
    ask('create table later (id text references account (id)); create function one() returns int return 1');
    ask(
      'create extension unaccent; delete from account; create table release.later (id int); drop table release.token',
    );
    expect(backup('from', 'monday')).toMatchObject({ code: 1, output: expect.stringContaining('has the tables') });
    expect(backup('from', 'monday', '--overwrite')).toMatchObject({ code: 0 });
    expect(ask('select id from account')).toBe('1');
    expect(ask('select id from release.token')).toBe('7');
    expect(ask("select count(*) from pg_class where relname = 'later'")).toBe('0');
    expect(ask("select string_agg(extname, ' ') from pg_extension where extname in ('pg_trgm', 'unaccent')")).toBe(
      'pg_trgm',
    );
    ask('create function one() returns int return 1');
    expect(ask('select one()')).toBe('1');
  });

  it('is not written of another database', async () => {
    const { backup, folder } = await open('token');
    expect(backup('to', 'monday')).toMatchObject({
      code: 1,
      output: expect.stringContaining('The database has no table customer_order'),
    });
    expect(existsSync(path.join(folder, 'monday'))).toBe(false);
  });

  it('is checked before a shop is closed for it', async () => {
    const { ask, backup, folder } = await open();
    ask('create table account (id text primary key)');
    expect(backup('check', 'monday')).toMatchObject({ code: 1, output: expect.stringContaining('has no backup.json') });
    expect(backup('to', 'monday').code).toBe(0);
    mkdirSync(path.join(folder, 'monday/releases'));
    expect(backup('check', 'monday')).toMatchObject({ code: 1, output: expect.stringContaining('was interrupted') });
    writeFileSync(path.join(folder, 'monday/releases/backup.json'), '{}');
    expect(backup('check', 'monday').code).toBe(0);
    writeFileSync(path.join(folder, 'monday/orders/database.dump'), 'damaged');
    expect(backup('check', 'monday')).toMatchObject({ code: 1, output: expect.stringContaining('is damaged') });
  });

  it('leaves a database as it was when pg_restore fails in the middle', async () => {
    const { ask, backup, folder } = await open();
    ask('create table account as select generate_series(1, 50000)::text || md5(random()::text) as id');
    expect(backup('to', 'monday').code).toBe(0);
    ask('delete from account');
    const dump = path.join(folder, 'monday/orders/database.dump');
    const half = readFileSync(dump).subarray(0, statSync(dump).size / 2);
    writeFileSync(dump, half);
    const sha256 = createHash('sha256').update(half).digest('hex');
    writeFileSync(path.join(folder, 'monday/orders/backup.json'), `{ "sha256": "${sha256}" }`);
    expect(backup('from', 'monday', '--overwrite').code).not.toBe(0);
    expect(ask('select count(*) from account')).toBe('0');
  });
});
