import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readVersion } from '@shop/releases/release/version';
import { listApps, root } from './apps';
import { withBuildLock } from './build-lock';
import { currentCommit } from './current-commit';
import { hashInputs } from './input-hash';

/** Folders and files whose change makes every app another one. */
const sharedInputs = ['shared', 'package-lock.json'];

/** A build that is up to date or was just made. */
export interface BuiltApp {
  app: string;
  /** Version it carries: the package's, and a tag of everything it was made from. */
  version: string;
}

const stampFile = (app: string) => path.join(root, app, '.cache/build.json');

async function readStamp(app: string): Promise<string | null> {
  const isWhole = ['browser/build.json', 'node/server.cjs'].every((file) =>
    existsSync(path.join(root, app, 'dist', file)),
  );
  if (!isWhole) return null;
  const text = await readFile(stampFile(app), 'utf8').catch(() => '');
  return text || null;
}

/** Runs a program of the build for production. @throws With the sentence and the program's own output when it fails. */
function runProgram(args: string[], folder: string, version: string, failure: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', RELEASE_VERSION: version },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${failure}:\n${output.trim()}`))));
  });
}

async function runBuild(app: string, version: string, folder = path.join(root, app)): Promise<void> {
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await runProgram([rspack, 'build'], folder, version, `${app} does not build`);
  const collectNames = ['--import', 'tsx', path.join(root, 'scripts/collect-names.ts'), folder];
  await runProgram(collectNames, root, version, `${app} is built, and its Node build does not run`);
}

async function buildApp(app: string, sharedHash: string, report: (line: string) => void): Promise<BuiltApp> {
  const { version: packageVersion } = JSON.parse(await readFile(path.join(root, app, 'package.json'), 'utf8'));
  const inputs = createHash('sha256')
    .update(await hashInputs([app]))
    .update(sharedHash)
    .digest('hex');
  const version = `${packageVersion}-local.${inputs.slice(0, 8)}`;
  if ((await readStamp(app)) === version) return { app, version };
  // Without its stamp a build that is interrupted here counts as none.
  await rm(stampFile(app), { force: true });
  const start = performance.now();
  await runBuild(app, version);
  await writeFile(stampFile(app), version);
  report(`  built ${app} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { app, version };
}

/**
 * Builds every app whose sources changed, as many at a time as there are cores.
 *
 * @param report Told a line for each app that was built; apps that are up to date say nothing.
 * @throws With the build's own output when an app does not build.
 */
export async function buildApps(report: (line: string) => void, apps = listApps()): Promise<BuiltApp[]> {
  const sharedHash = await hashInputs(sharedInputs);
  const waiting = [...apps];
  const built: BuiltApp[] = [];
  const work = async () => {
    for (let app = waiting.shift(); app; app = waiting.shift()) {
      const next = app;
      built.push(await withBuildLock(next, () => buildApp(next, sharedHash, report)));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return built.sort((one, other) => apps.indexOf(one.app) - apps.indexOf(other.app));
}

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
  const version = how.version ?? readVersion(JSON.parse(packageFile).version, `The version in ${appRoot}/package.json`);
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
