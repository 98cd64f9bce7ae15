import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';

/** Debian's user `nobody`: PostgreSQL does not run as root. */
const nobody = 65_534;

/** A PostgreSQL server of its own, which tests kill. */
export interface PostgresServer {
  url: string;
  start: () => Promise<void>;
  /** Ends the server and its children with SIGKILL. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

/** Creates a cluster and starts it. @param programs Folder of the programs. */
export async function openPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fault-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  const user = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
  const data = path.join(folder, 'data');
  const [initdb = '', ...parameters] = [
    ...user,
    `${programs}/initdb`,
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-N',
  ];
  const made = spawnSync(initdb, parameters, { encoding: 'utf8', cwd: folder });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  let child: ChildProcess | undefined;
  let output = '';

  const start = async () => {
    output = '';
    const [command = '', ...rest] = [
      ...user,
      `${programs}/postgres`,
      '-D',
      data,
      '-k',
      folder,
      '-c',
      'listen_addresses=',
    ];
    child = spawn(command, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.on('data', (chunk) => (output += chunk));
    const isReady = () => {
      if (child?.exitCode !== null) throw new Error(`PostgreSQL ended: ${output}`);
      return output.includes('database system is ready to accept connections');
    };
    await waitUntil(isReady, { timeoutMs: 60_000, message: 'PostgreSQL is ready' });
  };
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    for (const pid of children.map(Number)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended with the server.
      }
    }
  };
  await start();
  return {
    url: `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=postgres`,
    start,
    kill,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
