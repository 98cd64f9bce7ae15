import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findOnPath } from '@shop/releases/smoke-test/find-chromium';

/** Debian's package manager, as far as setup uses it. */
export interface Apt {
  /** Downloads the lists of packages. Without a network the lists of the last update remain. */
  update: () => void;
  /** Whether the lists contain every package. */
  areAvailable: (packages: readonly string[]) => boolean;
  /** Installs packages in one transaction. @returns Whether apt-get succeeded. */
  install: (packages: readonly string[], report: (line: string) => void) => Promise<boolean>;
}

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Reports progress in steps of this many per cent. */
const progressStep = 25;

/** @returns apt-get, or null on a machine without it and for a user who is not root. */
export function findApt(): Apt | null {
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return null;
  return {
    update: () => void spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 }),
    areAvailable: (packages) => spawnSync('apt-cache', ['show', ...packages], { env, stdio: 'ignore' }).status === 0,
    install,
  };
}

function install(packages: readonly string[], report: (line: string) => void): Promise<boolean> {
  const args = [
    ...['install', '-y', '-qq', '--no-install-recommends'],
    // Waits while another process installs packages, and writes progress to file descriptor 3.
    ...['-o', 'DPkg::Lock::Timeout=600', '-o', 'APT::Status-Fd=3'],
    ...packages,
  ];
  const child = spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  const reportProgress = createProgressReporter(report);
  createInterface({ input: child.stdio[3] as Readable }).on('line', reportProgress);
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/**
 * Turns apt's status lines, such as `dlstatus:3:41.25:Retrieving file 3 of 9`, into a line every 25 per cent.
 *
 * @see https://salsa.debian.org/apt-team/apt/-/blob/main/README.progress-reporting
 */
export function createProgressReporter(report: (line: string) => void): (statusLine: string) => void {
  const titles: Record<string, string> = { dlstatus: 'downloaded', pmstatus: 'installed' };
  const reported: Record<string, number> = {};
  return (statusLine) => {
    const [kind = '', , percent = ''] = statusLine.split(':');
    const title = titles[kind];
    const step = Math.floor(Number(percent) / progressStep) * progressStep;
    if (!title || !(step > (reported[kind] ?? 0))) return;
    reported[kind] = step;
    report(`  ${title} ${step} %`);
  };
}
