import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { createRemoteFiles } from '../../../../remote-template/remote-files';

const run = promisify(execFile);

/** In the repository, so that the remotes find the packages they import. */
const folder = path.join(root, 'tooling/benchmarks/.cache/generated-remotes');

/**
 * Generates small remotes, each with one path and one screen, as `npm run new:remote` does, and builds them.
 *
 * @returns Absolute folders of the remotes.
 * @throws With the output of the build when it fails.
 */
export async function generateRemotes(count: number): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const names = Array.from({ length: count }, (_, index) => `generated-${String(index + 1).padStart(2, '0')}`);
  const roots = await Promise.all(names.map(writeRemote));
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await run(process.execPath, [rspack, 'build'], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_ENV: 'production', GENERATED_REMOTES: folder },
    maxBuffer: 64 * 1024 ** 2,
  });
  await Promise.all(roots.map(addNames));
  return roots;
}

/** Completes the manifest of a build. A generated remote registers no names, so its code does not have to run. */
async function addNames(remoteRoot: string): Promise<void> {
  const file = path.join(remoteRoot, 'dist/browser/build.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, names: { endpoints: [], slices: [] } }));
}

async function writeRemote(name: string): Promise<string> {
  const remoteRoot = path.join(folder, `mf-${name}`);
  const files = createRemoteFiles({ name, path: `/${name}`, toRoot: path.relative(remoteRoot, root), versions: {} });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(remoteRoot, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return remoteRoot;
}
