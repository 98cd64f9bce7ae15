import { existsSync } from 'node:fs';

/**
 * Whether every program is installed. `npm run setup` installs the programs that tests need; no test installs one.
 *
 * @param files Absolute paths of the programs.
 */
export const areInstalled = (files: readonly string[]): boolean => files.every((file) => existsSync(file));
