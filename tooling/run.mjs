/** Runs a command of the repository: `node tooling/run.mjs start gateway`. Installs missing packages first. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { assertNode, ensureInstalled, root } from './ensure-installed.mjs';

/** Commands whose entry is in the package that they belong to. The entries of the others are in `commands/`. */
const entries = {
  release: 'platform/release-cli/src/main.ts',
  console: 'platform/release-console/server/main.ts',
  'deploy-nginx': 'platform/deploy/generate-nginx.ts',
  tokens: 'shared/ui/src/theme/write-tokens.ts',
  bench: 'tooling/benchmarks/main.ts',
};

/** Entries of several commands. Their first argument is the name of the command. */
const families = {
  serve: ['start', 'dev', 'standalone', 'components'],
  tests: ['test', 'test-all', 'test-slow', 'test-browsers', 'test-security', 'test-faults', 'test-deploy'],
};

/** Commands that run the shop and its releases. They need `dependencies` only, the others `devDependencies` too. */
const operation = ['api-command', 'build', 'console', 'deploy-nginx', 'release', ...families.serve];

/** Lists the names of all commands. */
function listCommands() {
  const files = readdirSync(path.join(root, 'tooling/commands')).map((file) => path.basename(file, '.ts'));
  const withoutFamilies = files.filter((name) => !Object.hasOwn(families, name));
  return [...Object.keys(entries), ...Object.values(families).flat(), ...withoutFamilies].sort();
}

const [command = '', ...rest] = process.argv.slice(2);
const family = Object.keys(families).find((name) => families[name].includes(command));
const entry = path.join(
  root,
  (Object.hasOwn(entries, command) && entries[command]) || `tooling/commands/${family ?? command}.ts`,
);
const args = family ? [command, ...rest] : rest;
assertNode();
if (!existsSync(entry)) {
  console.error(`There is no command "${command}": choose from ${listCommands().join(', ')}.`);
  process.exit(1);
}
ensureInstalled({ dev: !operation.includes(command) });
const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
  cwd: root,
  stdio: 'inherit',
});

// Ctrl-C sends SIGINT to this process and to the child; `kill -INT` sends it to this process alone. Node cannot tell the
// two apart. A second SIGINT would make a child that is shutting down quit at once, so the child gets a single SIGTERM:
// it starts the same shutdown, and changes nothing in a child that is shutting down already.
let received;
function end(signal) {
  if (received) return;
  received = signal;
  child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));

// npm starts this process in a shell and passes SIGTERM on to the shell only, which ends without passing it on.
const parent = process.ppid;
const watchParent = () => process.ppid !== parent && end('SIGTERM');
if (process.env.npm_lifecycle_event) setInterval(watchParent, 200).unref();

child.on('exit', (code, signal) => {
  const cause = signal && (received ?? signal);
  process.exit(code ?? 128 + (cause ? constants.signals[cause] : 0));
});
