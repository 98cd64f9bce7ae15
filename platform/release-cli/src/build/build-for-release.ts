import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { noProgress, type Progress } from '@shop/releases/gates/progress';
import { type Commit, isCommit } from '@shop/releases/release/build-report';
import { parseVersion } from '@shop/releases/release/list-releases';
import { runBuild, stampFile } from './build-app';
import { withBuildLock } from './build-lock';
import { findUpwards } from './find-upwards';
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
  /** Commit of the sources, see {@link findSources}. */
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
  const { notes, ...found } = await findSources(appRoot);
  const repository = readRepository(packageJson);
  const sources = { ...found, ...(repository && { repository }) };
  if (manifest) {
    const adapted = await progress.run('build', () => adaptPlainBuild(app, version, appRoot, manifest));
    return { ...adapted, version, ...sources, notes: [...adapted.notes, ...notes] };
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
  return { appRoot, version, ...sources, notes };
}

/** Finds the folder of the package that contains the manifest of a plain remote. @throws When no package contains it. */
function findPackage(manifest: string): string {
  const folder = findUpwards(path.dirname(manifest), 'package.json');
  if (folder !== null) return folder;
  const problem = existsSync(manifest) ? 'is in no folder with a package.json' : 'is missing';
  throw new Error(`${manifest} ${problem}: name the mf-manifest.json of a built remote with --manifest.`);
}

const run = promisify(execFile);

/** Commits in a build report: more than two releases of one app are apart. */
const maxCommits = 100;

/** Bytes that git prints at most: its list of untracked files can be long. */
const maxOutputBytes = 16 * 1024 * 1024;

/** What git says of the sources of an app. */
interface Sources {
  /** Hex digits of the commit, with `-dirty` for uncommitted changes or untracked files. Empty when unknown. */
  commit: string;
  /**
   * The newest commits that changed the folder of the app, or the folder `shared` of its repository, newest first. Empty in a
   * shallow clone, whose oldest commit seems to change every file.
   */
  commits: Commit[];
  /** What is missing, and why. Empty outside a repository. */
  notes: string[];
}

/** Finds the commits of an app. @param folder  Absolute folder of the app. */
export async function findSources(folder: string): Promise<Sources> {
  const git = async (...args: string[]): Promise<string> => {
    const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: maxOutputBytes };
    return (await run('git', ['-C', folder, ...args], options)).stdout.trim();
  };
  const sources: Sources = { commit: '', commits: [], notes: [] };
  try {
    const head = await git('rev-parse', 'HEAD');
    const changes = await git('status', '--porcelain');
    sources.commit = changes === '' ? head : `${head}-dirty`;
    if ((await git('rev-parse', '--is-shallow-repository')) === 'true') {
      sources.notes.push('no list of commits: this is a shallow clone, check out the history first');
      return sources;
    }
    const format = ['--no-show-signature', '--format=%H%x00%aI%x00%s'];
    sources.commits = parseCommits(await git('log', `-${maxCommits}`, ...format, '--', '.', ':/shared'));
  } catch (error) {
    const reason = describeGitFailure(error, folder);
    const missing = sources.commit ? 'no list of commits is' : 'no commit and no list of commits are';
    if (reason) sources.notes.push(`${missing} recorded: ${reason}`);
  }
  return sources;
}

/** Parses lines of hash, date and subject. Other lines are left out. */
const parseCommits = (output: string): Commit[] =>
  output
    .split('\n')
    .map((line) => {
      const [hash = '', at = '', subject = ''] = line.split('\0');
      return { hash, subject, at };
    })
    .filter(isCommit);

/** Describes why git has failed. @returns Null outside a repository. */
function describeGitFailure(error: unknown, folder: string): string | null {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return findUpwards(folder, '.git') ? 'git is not installed' : null;
  const reason = /^fatal: (.+)/m.exec(stderr)?.[1];
  if (!reason) return `git has failed (${String(code)})`;
  if (reason.startsWith("ambiguous argument 'HEAD'")) return 'the repository has no commit yet';
  // With a colon in place of the bracket, a repository is damaged.
  return reason.startsWith('not a git repository (') ? null : `git says "${reason}"`;
}

/** Reads the URL in the field `repository` of a package.json, without the prefix of npm and without credentials. */
export function readRepository({ repository }: { repository?: string | { url?: string } }): string {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? '');
  return url.replace(/^git\+/, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}
