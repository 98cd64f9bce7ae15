import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { bundleStoreApi } from '../build/bundle-store-api';

/** Runs a command of the store API in the folder it was typed in: `npm run order -- TT-4X8K shipped`. */
const [command = '', ...parameters] = process.argv.slice(2);
const program = path.join(root, await bundleStoreApi(), 'commands', `${command}.mjs`);
const { status } = spawnSync(process.execPath, [program, ...parameters], {
  cwd: process.env.INIT_CWD ?? root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
