import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseVersion } from '@shop/releases/release/version';
import { runBuild, stampFile } from './build-app';
import { withBuildLock } from './build-lock';
import { currentCommit } from './current-commit';
import { root } from './workspace';

/** One hash of what a build left behind, source maps aside: they are not released. */
async function hashBuild(appRoot: string): Promise<string> {
  const folder = path.join(appRoot, 'dist');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${path.relative(folder, name)}\0`).update(await readFile(name));
  return hash.digest('hex');
}

/**
 * Builds an app to be released, and builds it again: a build that differs from one run to the next could not be checked
 * by anybody.
 *
 * @param how.version The version to give it; left out, the package's own.
 * @param how.folder Where the app is, from where the command was typed; left out, where this repository has it.
 * @throws With the build's own output when it does not build, or a sentence when the two differ.
 */
export async function buildForRelease(
  app: string,
  how: { version?: string; folder?: string },
): Promise<{ appRoot: string; commit: string }> {
  const appRoot = how.folder ? path.resolve(process.env.INIT_CWD ?? root, how.folder) : path.join(root, app);
  const packageFile = await readFile(path.join(appRoot, 'package.json'), 'utf8').catch(() => null);
  if (packageFile === null) {
    throw new Error(`${appRoot} has no package.json that can be read: name the folder of an app with --from.`);
  }
  const version =
    how.version ?? parseVersion(JSON.parse(packageFile).version, `The version in ${appRoot}/package.json`);
  const build = () => runBuild(app, version, appRoot);
  await withBuildLock(path.relative(root, appRoot), async () => {
    await rm(stampFile(app), { force: true });
    await build();
    const first = await hashBuild(appRoot);
    await build();
    if ((await hashBuild(appRoot)) !== first) {
      throw new Error(`${app} builds differently from one run to the next: find what changes (a date, a random name).`);
    }
  });
  return { appRoot, commit: await currentCommit() };
}
