/** Installs the packages of package-lock.json. Plain JavaScript, because it runs before any package is installed. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOutdatedPackage, hasDevPackages } from './installed-packages.mjs';

// An old Node, which gets a message, has no `import.meta.dirname`.
export const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));

/** Prints a message and ends the process with exit code 1. */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/** Ends the process with a message when Node is too old. Call it before anything that an old Node does not have. */
export function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer, then run the command again.`);
}

/** Finds whether packages of `devDependencies` are needed or installed, and the first package that is outdated. */
function comparePackages(dev) {
  try {
    const withDev = dev || hasDevPackages(root);
    return { withDev, outdated: findOutdatedPackage(root, { dev: withDev }) };
  } catch (error) {
    return fail(error.message);
  }
}

/**
 * Installs packages unless those of the lock file are installed: all of them with `npm ci`, or the missing ones with `npm install`,
 * so that a running shop keeps its own. Ends the process with a message when Node is too old or npm fails.
 *
 * @param {{ dev: boolean }} options Whether the packages of `devDependencies` are needed. They are half of all packages.
 *   They stay once they are installed.
 */
export function ensureInstalled({ dev }) {
  assertNode();
  const { withDev, outdated } = comparePackages(dev);
  if (!outdated) return;
  // A command may print a document.
  console.error('Installing packages…');
  // An earlier npm would write the lock file in its own way.
  const install = outdated === 'node_modules' ? ['ci'] : ['install', '--no-save'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, [...install, `--${withDev ? 'include' : 'omit'}=dev`, '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) fail(`npm cannot be run (${error.message}): install Node with npm, then run the command again.`);
  if (status !== 0) {
    fail('The packages could not be installed. Read the lines above, check the network, and run the command again.');
  }
}
