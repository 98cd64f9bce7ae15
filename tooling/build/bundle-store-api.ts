import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashInputs } from '@shop/release-cli/build/source-fingerprint';
import { root } from '@shop/release-cli/build/workspace';

const folder = 'store-api';
const stampFile = path.join(root, folder, '.cache/bundle.hash');
const run = promisify(execFile);

/**
 * Bundles the store API and its commands when their sources changed: from the bundle they start in a fraction of the
 * time.
 *
 * @returns The bundle's folder, relative to the repository.
 * @throws With the bundler's own output.
 */
export async function bundleStoreApi(): Promise<string> {
  const catalogue = (await readdir(path.join(root, folder, 'catalog'))).filter((name) => name.endsWith('.ts'));
  const inputs = await hashInputs([
    ...['src', 'bundle.mjs', 'catalog/products', ...catalogue.map((name) => `catalog/${name}`)].map(
      (name) => `${folder}/${name}`,
    ),
    'shared/api-contract',
    'package-lock.json',
  ]);
  await withBuildLock(folder, async () => {
    const stamp = await readFile(stampFile, 'utf8').catch(() => '');
    if (stamp === inputs && existsSync(path.join(root, folder, 'dist/server.mjs'))) return;
    await rm(stampFile, { force: true });
    await run(process.execPath, [path.join(root, folder, 'bundle.mjs')], { cwd: root });
    await writeFile(stampFile, inputs);
  });
  return `${folder}/dist`;
}
