import { spawn } from 'node:child_process';
import { root } from '@shop/release-cli/build/workspace';
import { findOtherBrowsers } from '../browsers/purchase-in-other-browsers';

/** `npm run test:browsers` runs the purchase in Firefox and WebKit. */
const { missing, run } = findOtherBrowsers();
for (const line of missing) console.error(line);
if (!run) process.exit(1);
const child = spawn(run.command, [...run.args, '--reporter', 'list'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...run.env },
});
child.on('exit', (code) => process.exit(code ?? 1));
