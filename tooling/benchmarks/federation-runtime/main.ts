import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { parseOptions, readArguments } from '../../read-arguments';

/*
 * `npm run bench:federation` builds every app with the full and with the thin federation runtime and prints the size of its
 * entry. The figures depend on the sources only, not on the machine.
 */
readArguments((args) => parseOptions(args, {}));
const folder = mkdtempSync(path.join(tmpdir(), 'federation-runtime-'));

const formatBytes = (bytes: number) => bytes.toLocaleString('en-US').padStart(10);

function measure(runtime: string, app: string) {
  const entry = app === 'shell' ? 'main.js' : 'remote-entry.js';
  const code = readFileSync(path.join(folder, runtime, app, entry));
  return { bytes: code.length, compressed: brotliCompressSync(code).length };
}

try {
  const apps = listApps();
  execFileSync(
    process.execPath,
    [
      path.join(root, 'node_modules/@rspack/cli/bin/rspack.js'),
      'build',
      '--config',
      path.join(import.meta.dirname, 'rspack.config.ts'),
    ],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', APPS: apps.join(','), BUILDS_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  console.log('Entry of each app in bytes            full      brotli        thin      brotli     brotli saved');
  for (const app of apps) {
    const [full, thin] = [measure('full', app), measure('thin', app)];
    const figures = [full.bytes, full.compressed, thin.bytes, thin.compressed, full.compressed - thin.compressed];
    console.log(`${app.padEnd(32)}${figures.map(formatBytes).join('  ')}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
