import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Absolute folder of the repository. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Names of the apps that are built and released: the shell first, then every remote (`mf-*`). */
export function listApps(): string[] {
  return readdirSync(root)
    .filter((folder) => /^(shell|mf-.+)$/.test(folder) && existsSync(path.join(root, folder, 'rspack.config.ts')))
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));
}
