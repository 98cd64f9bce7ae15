import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { bundleStoreApi } from '../build/bundle-store-api';
import { runCommand } from '../run-command';

/**
 * Runs a command of the store API's bundle: `npm run order -w store-api -- TT-4X8K shipped`. It runs in the folder in which npm
 * was started, so that relative paths among the parameters resolve. The name is a file in `store-api/src/commands`.
 */
const [name = '', ...parameters] = process.argv.slice(2);
await runCommand(async () => {
  const program = path.join(root, await bundleStoreApi(), 'commands', `${name}.mjs`);
  const cwd = process.env.INIT_CWD ?? root;
  process.exitCode = spawnSync(process.execPath, [program, ...parameters], { cwd, stdio: 'inherit' }).status ?? 1;
});
