import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashSources } from '@shop/release-cli/build/source-fingerprint';
import { root } from '@shop/release-cli/build/workspace';

const folder = 'platform/release-console';
const output = path.join(root, folder, 'dist');
const stampFile = path.join(output, 'page.hash');
const run = promisify(execFile);

/** Sources of the page: its own files, the modules of `releases` that it bundles, and the colours of the shop. */
const inputs = [
  ...['page', 'rspack.config.ts', 'package.json'].map((name) => `${folder}/${name}`),
  'platform/releases/src',
  'shared/ui/src/theme/tokens.ts',
  'package-lock.json',
];

/**
 * Builds the page when its sources have changed. A folder with the current page is only read: an image has it, on a read-only disk.
 *
 * @returns The absolute folder of the page.
 * @throws With the output of the build when it fails.
 */
export async function buildConsolePage(): Promise<string> {
  const hash = await hashSources(inputs);
  const isCurrent = async () => (await readFile(stampFile, 'utf8').catch(() => '')) === hash;
  if (await isCurrent()) return output;
  await withBuildLock(folder, async () => {
    // Another process may have built it meanwhile.
    if (await isCurrent()) return;
    // An interrupted build has no stamp, so the next start builds again.
    await rm(stampFile, { force: true });
    const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
    await run(process.execPath, [rspack, 'build'], {
      cwd: path.join(root, folder),
      env: { ...process.env, NODE_ENV: 'production' },
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`The build of the console's page failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`.trimEnd());
    });
    await writeFile(stampFile, hash);
  });
  return output;
}
