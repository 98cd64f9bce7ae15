/** Starts one of our commands: `node tooling/run.mjs start gateway`. Installs what is missing first. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { ensureInstalled, root } from './ensure-installed.mjs';

/** Commands whose entry is in the package that they belong to; the others are in `commands/`. */
const entries = {
  release: 'release-cli/src/main.ts',
  console: 'release-console/server/main.ts',
  'deploy-nginx': 'deploy/commands/generate-nginx.ts',
  'bench-release': 'benchmarks/release/main.ts',
};

const [command = '', ...rest] = process.argv.slice(2);
const entry = entries[command] ?? `tooling/commands/${command}.ts`;
ensureInstalled();
const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, entry), ...rest], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the child from the terminal; a signal sent to this process alone is handed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
