import { existsSync } from 'node:fs';
import path from 'node:path';

/** Finds the nearest folder, from a folder upwards, that has a file or folder. @param name May be a path. @returns Null: none. */
export function findUpwards(folder: string, name: string): string | null {
  if (existsSync(path.join(folder, name))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? null : findUpwards(parent, name);
}
