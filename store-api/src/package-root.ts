import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute path of the store-api package. It is correct for the sources and for the bundle in dist. */
export const packageRoot = findPackageFolder(import.meta.dirname);

function findPackageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(dirname(folder));
}
