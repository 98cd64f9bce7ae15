/** Compares package-lock.json with npm's own record of what it installed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @throws With what to do when a file cannot be read, for example because of merge conflicts. */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    throw new Error(`${file} cannot be read (${error.message}): restore it from Git, or, in node_modules, delete it.`);
  }
}

/** File in which npm records what it installed. */
const recordFile = (root) => path.join(root, 'node_modules/.package-lock.json');

/**
 * Whether packages of `devDependencies` are installed.
 *
 * @param {string} root Absolute folder of the repository.
 */
export function hasDevPackages(root) {
  const record = recordFile(root);
  return existsSync(record) && Object.values(readPackages(record)).some((entry) => entry.dev);
}

/**
 * Finds a package whose installed version is not the one of package-lock.json. npm writes what it installs to
 * `node_modules/.package-lock.json`, whether by `npm ci` or by `npm install`.
 *
 * Packages that are installed and not in package-lock.json are no difference. Optional packages may be missing: npm
 * leaves out those of other platforms.
 *
 * @param {string} root Absolute folder of the repository.
 * @param {{ dev: boolean }} options Whether packages that only `devDependencies` need have to be installed too.
 * @returns {string | undefined} Folder of the first such package, for example `node_modules/react`.
 */
export function findOutdatedPackage(root, { dev }) {
  const record = recordFile(root);
  if (!existsSync(record)) return 'node_modules';
  const installed = readPackages(record);
  const locked = Object.entries(readPackages(path.join(root, 'package-lock.json')));
  const wanted = locked.filter(([folder, entry]) => folder !== '' && (dev || !entry.dev));
  return wanted.find(([folder, entry]) => !isInstalled(entry, installed[folder]))?.[0];
}

function isInstalled(wanted, installed) {
  if (!installed) return wanted.optional === true;
  // `resolved` of a link is the folder of a workspace. The lock file holds no other `resolved`.
  return ['version', 'integrity', 'link', 'resolved'].every((field) => wanted[field] === installed[field]);
}
