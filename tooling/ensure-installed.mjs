/**
 * Makes sure that the packages of package-lock.json are installed. Plain JavaScript: it runs when nothing is there yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Ends the process with one sentence. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Installs what is missing; does nothing when the installed packages are those of the lock file. */
export function ensureInstalled() {
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer, then run the command again.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules/.storefront-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages…');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) fail(`npm cannot be run (${error.message}): install Node with npm, then run the command again.`);
  if (status !== 0)
    fail('The packages could not be installed: see the lines above, check the network, and run the command again.');
  writeFileSync(stamp, lock);
}
