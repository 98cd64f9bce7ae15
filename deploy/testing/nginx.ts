import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { areInstalled } from '@shop/releases/testing/object-store/installed-programs';
import type { EdgeSettings } from '../edge-settings';
import { nginxConfiguration } from '../nginx-configuration';
import { rawRequest } from './raw-request';

const program = '/usr/sbin/nginx';
const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** Whether nginx is installed. Prints how to install it when it is not. */
export function hasNginx(): boolean {
  const isThere = areInstalled([program, brotli]);
  if (!isThere) {
    process.stderr.write(
      'nginx is not installed, so the tests with a web server in front of the gateways are skipped. Run "npm run setup".\n',
    );
  }
  return isThere;
}

/** What nginx itself says about a configuration. */
export function checkConfiguration(settings: EdgeSettings): { isGood: boolean; says: string } {
  const file = path.join(settings.folder, 'nginx.conf');
  writeFileSync(file, nginxConfiguration(settings));
  const { status, stderr } = spawnSync(program, ['-t', '-p', '/usr/share/nginx', '-c', file], { encoding: 'utf8' });
  return { isGood: status === 0, says: stderr };
}

/** A folder for one nginx, that its workers can enter. */
export function nginxFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  // Its workers run as nobody.
  spawnSync('chmod', ['755', folder]);
  return folder;
}

export interface RunningNginx {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts nginx with a generated configuration. @throws What nginx says, when it does not start. */
export async function startNginx(settings: EdgeSettings): Promise<RunningNginx> {
  const { isGood, says } = checkConfiguration(settings);
  if (!isGood) throw new Error(says);
  const file = path.join(settings.folder, 'nginx.conf');
  const child = spawn(program, ['-p', '/usr/share/nginx', '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const origin = `http://127.0.0.1:${settings.port}`;
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += chunk));
  // nginx itself refuses this method: no gateway is asked.
  while (!(await rawRequest(origin, '/', { method: 'TRACE' }).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(complaints);
    await sleep(20);
  }
  return { origin, stop: () => stop(child, settings.folder) };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
