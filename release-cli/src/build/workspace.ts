import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** Apps that are built and released: the shell, which comes first, and every remote (`mf-*`). */
export function listApps(): string[] {
  return readdirSync(root)
    .filter((folder) => /^(shell|mf-.+)$/.test(folder) && existsSync(path.join(root, folder, 'rspack.config.ts')))
    .sort((one, other) => Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other));
}
