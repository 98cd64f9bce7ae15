import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackageVersion } from '@shop/releases/gates/check-fit';

const lockFile = 'package-lock.json';

/** The part of a lock file that is read. Lock files of npm 6 have no `packages`. */
interface Lock {
  packages?: Record<string, { version?: string }>;
}

/** Finds the lock file of an app: in its folder, or in the nearest folder above, such as that of its workspace. */
async function findLock(folder: string): Promise<{ root: string; text: string } | null> {
  try {
    return { root: folder, text: await readFile(path.join(folder, lockFile), 'utf8') };
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? null : findLock(parent);
  }
}

function parseLock(text: string, file: string): Lock {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON: run npm install, which writes it.`, { cause });
  }
}

/** Lists a folder and the folders above it up to the root: the order in which Node looks for packages. */
function listFoldersAbove(folder: string): string[] {
  if (folder === '' || folder === '.') return [''];
  return [folder, ...listFoldersAbove(path.posix.dirname(folder))];
}

/**
 * Reads the versions of packages that the lock file of npm gives to an app.
 *
 * @param appRoot Absolute folder of the app.
 * @returns The packages that the lock file has. Empty without a lock file of npm.
 * @throws When the lock file is not valid.
 */
export async function readLockedVersions(appRoot: string, names: readonly string[]): Promise<PackageVersion[]> {
  const lock = await findLock(appRoot);
  if (!lock) return [];
  const { packages = {} } = parseLock(lock.text, path.join(lock.root, lockFile));
  const folders = listFoldersAbove(path.relative(lock.root, appRoot).split(path.sep).join('/'));
  return names.flatMap((name) => {
    const found = folders.map((folder) => packages[path.posix.join(folder, 'node_modules', name)]).find(Boolean);
    return found?.version ? [{ name, version: found.version, source: lockFile }] : [];
  });
}
