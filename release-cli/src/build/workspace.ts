import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Apps that are built and released: every top-level folder with an rspack.config.ts. The shell comes first. */
export function listApps(): string[] {
  return readdirSync(root)
    .filter((folder) => existsSync(path.join(root, folder, 'rspack.config.ts')))
    .sort((one, other) => Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other));
}
