import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listApps, root } from './apps';

/** Folders and files whose change makes every app another one. */
const sharedInputs = ['shared', 'package-lock.json'];
const ignored = /(^|\/)(node_modules|dist|\.cache)(\/|$)|\.test\.tsx?$|\.md$/;

async function listFiles(start: string): Promise<string[]> {
  const entries = await readdir(path.join(root, start), { withFileTypes: true }).catch(() => null);
  if (!entries) return [start];
  const nested = entries.map((entry) => {
    const file = `${start}/${entry.name}`;
    if (ignored.test(file)) return [];
    return entry.isDirectory() ? listFiles(file) : [file];
  });
  return (await Promise.all(nested)).flat().sort();
}

async function hashInputs(inputs: string[]): Promise<string> {
  const files = (await Promise.all(inputs.map(listFiles))).flat();
  const hash = createHash('sha256');
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  for (const [at, file] of files.entries())
    hash
      .update(`${file}\0`)
      .update(contents[at] ?? '')
      .update('\0');
  return hash.digest('hex');
}

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

function runBuild(app: string, version: string): Promise<void> {
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [rspack, 'build'], {
      cwd: path.join(root, app),
      env: { ...process.env, NODE_ENV: 'production', RELEASE_VERSION: version },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${app} does not build:\n${output.trim()}`)),
    );
  });
}

/** One build of an app at a time, whoever asked for it: two would write into each other's files. */
async function withBuildLock<Result>(app: string, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join(root, app, '.cache/build.lock');
  await mkdir(path.dirname(lock), { recursive: true });
  while (!(await takeLock(lock))) await sleep(100);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => 'gone'));
    if (owner && !isRunning(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
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
