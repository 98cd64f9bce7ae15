import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { noProgress, type Progress } from '@shop/releases/gates/progress';
import type { Commit } from '@shop/releases/release/build-report';
import { parseVersion } from '@shop/releases/release/list-releases';
import { runBuild, stampFile } from './build-app';
import { withBuildLock } from './build-lock';
import { adaptPlainBuild } from './plain-remote/adapt-plain-build';
import { getAppFolder, root } from './workspace';

/** Hash of the output of a build. Source maps are left out because they are not published. */
async function hashBuild(appRoot: string): Promise<string> {
  const folder = path.join(appRoot, 'dist');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(folder, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

export interface ReleaseBuildOptions {
  /** Version of the release. Default: the version in the app's package.json. */
  version?: string;
  /** Folder of the app, relative to `callerDir`. Default: the app's folder in this repository. */
  folder?: string;
  /** Absolute path of the `mf-manifest.json` of a plain remote, whose build is taken as it is. */
  manifest?: string;
  /** Absolute folder in which the person typed the command. Default: this repository. */
  callerDir?: string;
  /** Receives both builds as steps. Default: none. */
  progress?: Progress;
}

/** A build that can be published. */
export interface ReleaseBuild {
  /** Absolute folder with `dist`. Another process may build there afterwards. */
  appRoot: string;
  /** Version of the build. */
  version?: string;
  /** Commit of the sources, see {@link findCommit}. */
  commit: string;
  commits?: Commit[];
  /** Repository that the app's package.json names. */
  repository?: string;
  /** Scripts of the official federation runtime. Plain remotes only. */
  runtimeFiles?: string[];
  /** What the team should know, for people. */
  notes?: string[];
}

/**
 * Builds an app twice and compares the two builds, so that other people can reproduce a release from its commit. The build of a
 * plain remote is adapted instead.
 */
export async function buildForRelease(app: string, options: ReleaseBuildOptions): Promise<ReleaseBuild> {
  const { folder, manifest, callerDir = root, progress = noProgress } = options;
  const appRoot = folder ? path.resolve(callerDir, folder) : manifest ? findPackage(manifest) : getAppFolder(app);
  const packageFile = await readFile(path.join(appRoot, 'package.json'), 'utf8').catch(() => null);
  if (packageFile === null) {
    throw new Error(`${appRoot} has no readable package.json: name the folder of an app with --from.`);
  }
  const packageJson = JSON.parse(packageFile);
  const version = options.version ?? parseVersion(packageJson.version, `The version in ${appRoot}/package.json`);
  // Before the build: its output must not count as a change.
  const commit = await findCommit(appRoot);
  const sources = async () => {
    const repository = readRepository(packageJson);
    return { commit, commits: await listCommits(appRoot), ...(repository && { repository }) };
  };
  if (manifest) {
    const adapt = () => adaptPlainBuild(app, version, appRoot, manifest);
    return { ...(await progress.run('build', adapt)), version, ...(await sources()) };
  }
  const build = () => runBuild(app, version, appRoot);
  await withBuildLock(path.relative(root, appRoot), async () => {
    await rm(stampFile(app), { force: true });
    await progress.run('first build', build);
    const first = await hashBuild(appRoot);
    await progress.run('second build', build);
    if ((await hashBuild(appRoot)) !== first) {
      throw new Error(
        `Two builds of ${app} differ: find what changes between builds, such as a date or a random name.`,
      );
    }
  });
  return { appRoot, version, ...(await sources()) };
}

/** Finds the folder of the package that contains a file. */
function findPackage(file: string): string {
  const folder = path.dirname(file);
  return folder === path.dirname(folder) || existsSync(path.join(folder, 'package.json'))
    ? folder
    : findPackage(folder);
}

const run = promisify(execFile);

/**
 * Finds the commit of the repository that contains a folder.
 *
 * @param folder  Absolute path. Default: this repository.
 * @returns The commit's 40 hex digits, with `-dirty` when the repository has uncommitted changes or untracked files. Empty
 *   outside a repository.
 */
export async function findCommit(folder = root): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', folder, ...args])).stdout.trim();
  try {
    const commit = await git('rev-parse', 'HEAD');
    const changes = await git('status', '--porcelain');
    return changes === '' ? commit : `${commit}-dirty`;
  } catch {
    return '';
  }
}

/** Commits in a build report: more than two releases of one app are apart. */
const maxCommits = 100;

/**
 * Lists the newest commits of an app: those that changed its folder, or the folder `shared` of its repository.
 *
 * @param folder  Absolute folder of the app.
 * @returns Newest first. Empty outside a repository, and in a shallow clone, whose oldest commit seems to change every file.
 */
export async function listCommits(folder: string): Promise<Commit[]> {
  const shallow = await run('git', ['-C', folder, 'rev-parse', '--is-shallow-repository']).catch(() => null);
  if (shallow?.stdout.trim() !== 'false') return [];
  const args = ['-C', folder, 'log', `-${maxCommits}`, '--format=%H%x00%aI%x00%s', '--', '.', ':/shared'];
  // It fails in a repository without commits.
  const { stdout } = await run('git', args, { maxBuffer: 16 * 1024 * 1024 }).catch(() => ({ stdout: '' }));
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [hash = '', at = '', subject = ''] = line.split('\0');
      return { hash, subject, at };
    });
}

/** Reads the URL in the field `repository` of a package.json, without the prefix of npm and without credentials. */
export function readRepository({ repository }: { repository?: string | { url?: string } }): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return url.replace(/^git\+/, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}
