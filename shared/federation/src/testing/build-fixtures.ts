import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FixtureBuild } from './fixture.rspack.config';

export type { FixtureBuild } from './fixture.rspack.config';

/** Sources by path relative to the folder of the fixtures: `mf-a/src/routes.ts`. */
export type FixtureSources = Record<string, string>;

/** Scripts of a build by name (`main.js`), and the `build.json` of a remote with the shared modules that it consumes. */
export type BuiltFiles = Record<string, string>;

const cacheFolder = path.join(import.meta.dirname, '../../.cache');

/**
 * Builds small apps for production with the configuration of the real ones: minimized, with hashes of chunks.
 *
 * @param sources Sources of all builds. A module in `node_modules` can be imported by its name.
 * @returns The files of each build by the build's name.
 * @throws With the output of the compiler when a build fails.
 */
export async function buildFixtures(
  builds: readonly FixtureBuild[],
  sources: FixtureSources,
): Promise<Record<string, BuiltFiles>> {
  await mkdir(cacheFolder, { recursive: true });
  // Inside the repository, so that fixtures find React.
  const folder = await mkdtemp(path.join(cacheFolder, 'fixtures-'));
  try {
    for (const [file, source] of Object.entries(sources)) {
      const location = path.join(folder, file);
      await mkdir(path.dirname(location), { recursive: true });
      await writeFile(location, source);
    }
    await compile(builds, folder);
    const built = builds.map(async ({ name }) => [name, await readFiles(path.join(folder, name, 'dist/browser'))]);
    return Object.fromEntries(await Promise.all(built));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(builds: readonly FixtureBuild[], folder: string): Promise<void> {
  const rspack = path.join(import.meta.dirname, '../../../../node_modules/@rspack/cli/bin/rspack.js');
  const config = path.join(import.meta.dirname, 'fixture.rspack.config.ts');
  const env = { ...process.env, NODE_ENV: 'production', FIXTURE_BUILDS: JSON.stringify(builds) };
  await promisify(execFile)(process.execPath, [rspack, 'build', '--config', config], { cwd: folder, env }).catch(
    ({ stdout, stderr, message }) => {
      throw new Error(`The fixtures do not build: ${message}\n${stdout}\n${stderr}`);
    },
  );
}

async function readFiles(folder: string): Promise<BuiltFiles> {
  const names = (await readdir(folder)).filter((name) => /\.js$|^build\.json$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')])),
  );
}
