import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashSources } from '@shop/release-cli/build/source-fingerprint';
import { root } from '@shop/release-cli/build/workspace';

const folder = 'release-console';
const stampFile = path.join(root, folder, '.cache/page.hash');
const run = promisify(execFile);

/** What the page is made of: its own sources, the differences that the release store tells, and the shop's colours. */
const inputs = [
  ...['page', 'api', 'rspack.config.ts', 'package.json'].map((name) => `${folder}/${name}`),
  'releases/src/state/composition-diff.ts',
  'shared/ui/src/theme/tokens.ts',
  'package-lock.json',
];

/**
 * Builds the console's page when its sources changed.
 *
 * @returns The absolute folder it is in.
 * @throws With the build's own output.
 */
export async function buildConsolePage(): Promise<string> {
  const hash = await hashSources(inputs);
  const output = path.join(root, folder, 'dist');
  await withBuildLock(folder, async () => {
    const stamp = await readFile(stampFile, 'utf8').catch(() => '');
    if (stamp === hash && existsSync(path.join(output, 'index.html'))) return;
    // Without its stamp a build that is interrupted here counts as none.
    await rm(stampFile, { force: true });
    const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
    await run(process.execPath, [rspack, 'build'], {
      cwd: path.join(root, folder),
      env: { ...process.env, NODE_ENV: 'production' },
    }).catch((error: { stdout?: string; stderr?: string }) => {
      throw new Error(`The console's page does not build:\n${error.stdout ?? ''}${error.stderr ?? ''}`.trimEnd());
    });
    await writeFile(stampFile, hash);
  });
  return output;
}
