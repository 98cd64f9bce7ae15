import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasErrorCode } from '@shop/file-lock/errno';
import pg from 'pg';

const versionsDir = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;
/** Debian's user `nobody` and group `nogroup`: PostgreSQL does not run as root. */
const nobody = 65_534;

/** Pid of the test run. Jest's workers are its children. */
const run = process.argv[1]?.includes('jest-worker') ? process.ppid : process.pid;

/**
 * Finds the newest PostgreSQL of the machine. `npm run setup` installs one.
 *
 * @returns Folder of its programs, or undefined: tests on PostgreSQL are skipped then.
 */
export function findPostgresPrograms(): string | undefined {
  const versions = existsSync(versionsDir) ? readdirSync(versionsDir) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  return newestFirst
    .map((version) => join(versionsDir, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
}

/** Creates an empty database on the cluster of the test run and returns its URL. The cluster is removed after the run. */
export async function createPostgresDatabase(programs: string): Promise<string> {
  const cluster = await getRunCluster(programs);
  const name = createName();
  await withClient(getDatabaseUrl(cluster, 'postgres'), (client) => client.query(`create database ${name}`));
  return getDatabaseUrl(cluster, name);
}

/**
 * Creates a database on the cluster of the test run as a copy of a template, and returns its URL.
 *
 * @param template Name of the template. Its first caller of the run creates it.
 * @param prepare Writes the content of the template, whose URL it receives, and closes its connections.
 */
export async function copyPostgresDatabase(
  programs: string,
  template: string,
  prepare: (url: string) => Promise<void>,
): Promise<string> {
  const cluster = await getRunCluster(programs);
  const name = createName();
  await withClient(getDatabaseUrl(cluster, 'postgres'), async (client) => {
    // The lock ends with the connection.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const draft = createName();
      await client.query(`create database ${draft}`);
      await prepare(getDatabaseUrl(cluster, draft));
      await client.query(`alter database ${draft} rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  return getDatabaseUrl(cluster, name);
}

const createName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** A cluster of one test, which may stop it. It is removed after the run. */
export interface OwnCluster {
  /** URL of its database. */
  url: string;
  /** Stops the server, which ends its connections at once. */
  stop: () => Promise<void>;
  /** Ends the server and its children with SIGKILL. Acknowledged transactions are in its files. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

/** Creates a cluster that no other test uses, and starts its server. */
export async function createOwnCluster(programs: string): Promise<OwnCluster> {
  const cluster = mkdtempSync(join(tmpdir(), 'own-postgres-'));
  createCluster(programs, cluster);
  let server = 0;
  const start = async () => {
    server = startServer(programs, cluster, ['fsync=off']);
    await waitForCluster(cluster);
  };
  await start();
  return {
    url: getDatabaseUrl(cluster, 'postgres'),
    start,
    async stop() {
      process.kill(server, 'SIGINT');
      while (existsSync(join(cluster, 'data/postmaster.pid'))) await wait(20);
    },
    async kill() {
      const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').map(Number);
      // The server first: without it, none of its children starts another one.
      for (const pid of [server, ...children]) process.kill(pid, 'SIGKILL');
      while (existsSync(`/proc/${server}`)) await wait(20);
    },
  };
}

/** Returns the cluster of the test run. The first of its processes starts the cluster. */
async function getRunCluster(programs: string): Promise<string> {
  // The start time distinguishes the run from an earlier run with the same pid.
  const startedAt = readStartTime(run);
  const cluster = join(tmpdir(), `test-postgres-${run}-${startedAt}`);
  try {
    mkdirSync(cluster, { mode: 0o700 });
    createCluster(programs, cluster);
    startServer(programs, cluster, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  await waitForCluster(cluster);
  return cluster;
}

/** Reads a process's start in clock ticks since boot, field 22 of /proc/<pid>/stat. Empty without /proc. */
function readStartTime(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces. Field 3 comes after it.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Creates a cluster in an empty folder. It is removed after the test run. */
function createCluster(programs: string, cluster: string): void {
  if (isRoot) chownSync(cluster, nobody, nobody);
  const data = join(cluster, 'data');
  const initdb = [`${programs}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  const [command = '', ...parameters] = unprivileged(initdb);
  const made = spawnSync(command, parameters, { encoding: 'utf8', cwd: cluster });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const stop = `kill -QUIT "$(head -n 1 '${data}/postmaster.pid')"`;
  const untilRunEnds = `while kill -0 ${run} 2>/dev/null; do sleep 1; done; ${stop}; sleep 1; rm -rf '${cluster}'`;
  startDetached(['sh', '-c', untilRunEnds], {});
}

/** Starts the server of a cluster. @returns Its pid. */
function startServer(programs: string, cluster: string, settings: string[]): number {
  const options = ['listen_addresses=', 'max_connections=200', ...settings].flatMap((setting) => ['-c', setting]);
  const program = [`${programs}/postgres`, '-D', join(cluster, 'data'), '-k', cluster, ...options];
  return startDetached(unprivileged(program), { cwd: cluster });
}

function unprivileged(command: string[]): string[] {
  return isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command] : command;
}

function startDetached([command = '', ...parameters]: string[], options: SpawnOptions): number {
  const child = spawn(command, parameters, { ...options, detached: true, stdio: 'ignore' });
  child.unref();
  return child.pid ?? 0;
}

async function waitForCluster(cluster: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await withClient(getDatabaseUrl(cluster, 'postgres'), async () => {});
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function getDatabaseUrl(cluster: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(cluster)}&user=postgres`;
}
