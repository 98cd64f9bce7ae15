import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { bundleStoreApi } from '../build/bundle-store-api';

/**
 * Runs a command of the store API's bundle in the folder in which npm was started, so that relative paths among the
 * parameters resolve.
 *
 * @param name File in `store-api/src/commands`, without its ending.
 * @returns The exit code.
 */
export async function runStoreApiCommand(name: string, parameters: readonly string[]): Promise<number> {
  const program = path.join(root, await bundleStoreApi(), 'commands', `${name}.mjs`);
  const cwd = process.env.INIT_CWD ?? root;
  const { status } = spawnSync(process.execPath, [program, ...parameters], { cwd, stdio: 'inherit' });
  return status ?? 1;
}
