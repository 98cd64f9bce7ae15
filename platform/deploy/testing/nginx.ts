import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@shop/releases/testing/free-port';
import { waitUntil } from '@shop/testing/wait-until';
import { type EdgeSettings, formatNginxConfiguration } from '../nginx-configuration';
import { rawRequest } from './raw-request';

const program = '/usr/sbin/nginx';

/** Whether nginx is installed. Prints how to install it when it is not. */
export function hasNginx(): boolean {
  const isInstalled = existsSync(program);
  if (!isInstalled) {
    process.stderr.write(
      'nginx is not installed, so the tests with a web server in front of the gateways are skipped. Run "npm run setup".\n',
    );
  }
  return isInstalled;
}

/** Creates the folder of one nginx, readable by its workers. */
export function createNginxFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  // nginx's workers run as the user `nobody`.
  spawnSync('chmod', ['755', folder]);
  return folder;
}

export interface RunningNginx {
  origin: string;
  /** Returns the text of the error log. */
  getErrors: () => string;
  stop: () => Promise<void>;
}

/** Starts nginx with a generated configuration. @throws With nginx's output when it does not start. */
export async function startNginx(settings: EdgeSettings): Promise<RunningNginx> {
  const file = path.join(settings.folder, 'nginx.conf');
  writeFileSync(file, formatNginxConfiguration(settings));
  const child = spawn(program, ['-p', '/usr/share/nginx', '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = `http://127.0.0.1:${settings.port}`;
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  // nginx rejects this method itself, without a request to a gateway.
  const answers = async () => {
    if (child.exitCode !== null) throw new Error(errors);
    return rawRequest(origin, '/', { method: 'TRACE' }).catch(() => null);
  };
  await waitUntil(answers, { message: `nginx listens on port ${settings.port}` });
  return { origin, getErrors: () => errors, stop: () => stopNginx(child, settings.folder) };
}

/** Ends a process of nginx, and removes its folder. */
export async function stopNginx(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

const edges: RunningNginx[] = [];

/** Starts nginx on a free port, with a folder of its own. */
export async function openEdge(gateways: readonly string[], more: Partial<EdgeSettings> = {}): Promise<RunningNginx> {
  const settings = { port: await findFreePort(), gateways, folder: createNginxFolder(), trusted: [], ...more };
  const nginx = await startNginx(settings);
  edges.push(nginx);
  return nginx;
}

/** Stops every nginx of `openEdge`. Call it in `afterEach`. */
export const closeEdges = () => Promise.all(edges.splice(0).map((nginx) => nginx.stop()));
