import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of store-api, seen from its sources as well as from the bundle in dist. */
export const packageRoot = folderWithPackage(import.meta.dirname);

function folderWithPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));
}
