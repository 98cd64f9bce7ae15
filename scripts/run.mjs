/** Starts one of our commands: `node scripts/run.mjs start gateway`. Installs what is missing first. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

const [command = '', ...rest] = process.argv.slice(2);
ensureInstalled();
const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the child from the terminal; a signal sent to this process alone is handed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
