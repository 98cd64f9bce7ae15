import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withBuildLock } from '@shop/release-cli/build/build-lock';
import { hashSources } from '@shop/release-cli/build/source-fingerprint';
import { root } from '@shop/release-cli/build/workspace';

const folder = 'store-api';
const stampFile = path.join(root, folder, '.cache/bundle.hash');
const run = promisify(execFile);

/** Lists the files and folders that the bundle is built from, relative to the repository. */
export async function listBundleSources(): Promise<string[]> {
  const catalog = (await readdir(path.join(root, folder, 'catalog'))).filter((name) => /\.(ts|json)$/.test(name));
  const own = ['src', 'bundle.mjs', 'external-packages.mjs', ...catalog.map((name) => `catalog/${name}`)];
  return [...own.map((name) => `${folder}/${name}`), 'shared', 'package-lock.json'];
}

/**
 * Bundles the store API and its commands when their sources changed. The bundle starts in a fraction of the time that the
 * sources take.
 *
 * @returns The bundle's folder, relative to the repository.
 * @throws When the store API cannot be bundled. The message holds the bundler's output.
 */
export async function bundleStoreApi(): Promise<string> {
  const fingerprint = await hashSources(await listBundleSources());
  await withBuildLock(folder, async () => {
    const stamp = await readFile(stampFile, 'utf8').catch(() => '');
    if (stamp === fingerprint && existsSync(path.join(root, folder, 'dist/server.mjs'))) return;
    await rm(stampFile, { force: true });
    await run(process.execPath, [path.join(root, folder, 'bundle.mjs')], { cwd: root }).catch(
      ({ stderr = '' }: { stderr?: string }) => {
        // The bundler prints its messages first. The exception follows, with the line `/…/esbuild/lib/main.js:1752`.
        const [messages = ''] = stderr.split(/\n(?=\S+:\d+\n)/);
        throw new Error(`The store API does not build:\n${messages.trim()}`);
      },
    );
    await writeFile(stampFile, fingerprint);
  });
  return `${folder}/dist`;
}
