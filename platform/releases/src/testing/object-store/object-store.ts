import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../store/s3-client';
import { findFreePort } from '../free-port';

const programs = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Whether Ceph's object store is installed. Prints how to install it when it is missing. */
function isObjectStoreInstalled(): boolean {
  const isInstalled = programs.every((program) => existsSync(`/usr/bin/${program}`));
  if (!isInstalled) {
    process.stderr.write(
      'Ceph is not installed, so the release store is tested on the file system only. Run "npm run setup".\n',
    );
  }
  return isInstalled;
}

/** A Ceph object store on the loopback interface, in memory: one monitor, one OSD, one gateway. */
export interface TestObjectStore {
  settings: S3Settings;
  /** Process ids. */
  pids: Record<'monitor' | 'osd' | 'gateway', number>;
  /** Working folder of the processes. */
  folder: string;
}

/** Milliseconds until the start fails. */
const startTimeoutMs = 90_000;

/**
 * Attempts to start the object store. On a busy machine ceph-osd may end at once, because it sends its first command before
 * it knows the cluster's id ("wrong fsid"); and another process may take a port.
 */
const startAttempts = 5;

/** Stops an object store and removes its folder. */
export function stopObjectStore({ pids, folder }: Pick<TestObjectStore, 'pids' | 'folder'>): void {
  for (const pid of Object.values(pids)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // It has ended already.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/**
 * Starts an object store synchronously: a test file must know whether there is one when it registers its tests. A failed
 * start is repeated.
 *
 * @returns Null, after a message on stderr, when Ceph is not installed or does not start.
 */
export function startObjectStoreNow(): TestObjectStore | null {
  if (!isObjectStoreInstalled()) return null;
  const program = path.join(import.meta.dirname, 'start-object-store.ts');
  let reasons = '';
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program], { encoding: 'utf8' });
    if (status === 0) return JSON.parse(stdout);
    reasons += stderr;
  }
  process.stderr.write(
    `Ceph's object store does not start here, so the release store is tested on the file system only: ${reasons}`,
  );
  return null;
}

/** Restarts the object gateway of a store after a test has killed it. Resolves when it answers. */
export async function restartGateway(store: TestObjectStore): Promise<void> {
  const gateway = startDaemon(store.folder, 'radosgw', gatewayArguments(new URL(store.settings.endpoint).port));
  await waitForEndpoint(store.settings.endpoint, [gateway], store.folder);
  store.pids.gateway = gateway.pid ?? 0;
}

function configuration(folder: string, monitor: number): string {
  return `[global]
fsid = ${randomUUID()}
mon host = v1:127.0.0.1:${monitor}
mon initial members = a
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
pid file =
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = /dev/null
`;
}

const gatewayArguments = (port: number | string) => [
  '-n',
  'client.rgw',
  '--rgw-frontends',
  `beast endpoint=127.0.0.1:${port}`,
];

/** Creates the process variables with which Ceph's programs find the store of a folder. */
export const createCephEnvironment = (folder: string) => ({
  ...process.env,
  CEPH_CONF: path.join(folder, 'ceph.conf'),
});

function startDaemon(folder: string, program: string, args: readonly string[]): ChildProcess {
  const daemon = spawn(program, [...args, '-f'], {
    env: createCephEnvironment(folder),
    stdio: 'ignore',
    detached: true,
  });
  daemon.unref();
  return daemon;
}

/** Starts an object store in about fifteen seconds. @throws When a process does not start. The message has the end of its log. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'object-store-'));
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(path.join(folder, name));
  const [monitorPort, gatewayPort] = await Promise.all([findFreePort(), findFreePort()]);
  writeFileSync(path.join(folder, 'ceph.conf'), configuration(folder, monitorPort));
  const pids: TestObjectStore['pids'] = { monitor: 0, osd: 0, gateway: 0 };
  const daemons: ChildProcess[] = [];
  const start = (name: keyof typeof pids, program: string, args: readonly string[]) => {
    const daemon = startDaemon(folder, program, args);
    daemons.push(daemon);
    pids[name] = daemon.pid ?? 0;
  };
  const run = (program: string, ...args: string[]) => {
    const options = { env: createCephEnvironment(folder), timeout: startTimeoutMs, encoding: 'utf8' } as const;
    const { status, stderr, stdout } = spawnSync(program, args, options);
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}${readLogEnds(folder)}`);
  };

  try {
    run('monmaptool', '--create', '--addv', 'a', `[v1:127.0.0.1:${monitorPort}]`, path.join(folder, 'monmap'));
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', path.join(folder, 'monmap'));
    start('monitor', 'ceph-mon', ['-i', 'a']);
    const osd = randomUUID();
    run('ceph', 'osd', 'new', osd);
    run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    start('osd', 'ceph-osd', ['-i', '0']);
    start('gateway', 'radosgw', gatewayArguments(gatewayPort));
    const keys = { accessKeyId: 'storefront', secretAccessKey: randomUUID() };
    const endpoint = `http://127.0.0.1:${gatewayPort}`;
    await waitForEndpoint(endpoint, daemons, folder);
    const secret = ['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey];
    run('radosgw-admin', 'user', 'create', '--uid', 'storefront', '--display-name', 'storefront', ...secret);
    const client = new AwsClient({ ...keys, region: 'us-east-1', service: 's3' });
    const created = await client.fetch(`${endpoint}/releases`, { method: 'PUT' });
    if (!created.ok) throw new Error(`the bucket could not be created: status ${created.status}`);
    return { settings: { endpoint, bucket: 'releases', prefix: '', region: 'us-east-1', ...keys }, pids, folder };
  } catch (error) {
    stopObjectStore({ pids, folder });
    throw error;
  }
}

/** Waits until an endpoint answers. @throws When a process ends, or the start takes too long. The message has the end of its log. */
async function waitForEndpoint(endpoint: string, daemons: readonly ChildProcess[], folder: string): Promise<void> {
  const isAnswering = async () => {
    const response = await fetch(endpoint).catch(() => null);
    if (response) return response.text().then(() => true);
    const ended = daemons.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    if (ended) throw new Error(`${path.basename(ended.spawnfile)} ended`);
    return false;
  };
  const options = { timeoutMs: startTimeoutMs, intervalMs: 100, message: `an answer from ${endpoint}` };
  await waitUntil(isAnswering, options).catch((error: unknown) => {
    throw new Error(`${String(error)}${readLogEnds(folder)}`, { cause: error });
  });
}

/** Reads the last lines of each log, for the message of an error. The folder is removed afterwards. */
function readLogEnds(folder: string): string {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const ends = logs.map((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
    return `\n${name}:\n${lines.slice(-5).join('\n')}`;
  });
  return `${ends.join('')}\n`;
}
