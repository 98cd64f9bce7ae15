import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import { listPackageFolders } from '../api-report/package-api';
import { bundleCreateRemote } from './bundle-create-remote';
import { bundleRelease } from './bundle-release';
import { compileSources, listSourceFiles, omitInlined, resolveExports } from './compile-sources';
import { type BuiltPackage, formatReadme, type PackageBuild, writePackage } from './package-folder';
import { createPackageJson, type Versions, type WorkspacePackage } from './package-json';
import type { PackageSettings } from './package-settings';

/** Packages of `shared/` that only servers of this repository use. */
const serverPackages = [
  'database',
  'file-lock',
  'mail',
  'product-search',
  'rate-limit',
  'server-runtime',
  'server-settings',
];

/** Packages without React in package.json that find it in the remote: the builds share it. */
const buildTimeConsumers = ['@shop/federation'];

const readJson = async <Content>(file: string): Promise<Content> => JSON.parse(await readFile(file, 'utf8'));
const readPackage = (folder: string) => readJson<WorkspacePackage>(path.join(folder, 'package.json'));

/** Lists the absolute folders of the published packages of `shared/`. */
export const listPublishedFolders = (): string[] =>
  listPackageFolders(path.join(root, 'shared')).filter((folder) => !serverPackages.includes(path.basename(folder)));

/**
 * Builds every package that a remote outside this repository needs: the packages of `shared/`, the settings of the compiler and
 * of Jest, the release command and `create-remote`.
 *
 * @param target Absolute folder. It is emptied first. Each package gets a folder of its own.
 * @returns The packages, in no order: a registry accepts a package before its dependencies.
 * @example await buildPackages({ scope: '@shop', registry, repository }, '/tmp/packages');
 */
export async function buildPackages(settings: PackageSettings, target: string): Promise<BuiltPackage[]> {
  await rm(target, { recursive: true, force: true });
  const sources = await Promise.all(
    listPublishedFolders().map(async (folder) => ({ folder, source: await readPackage(folder) })),
  );
  const build = { settings, target, versions: await readVersions(sources.map(({ source }) => source)) };
  const shared = sources.map(({ folder, source }) => buildSharedPackage(folder, source, build));
  await mkdir(target, { recursive: true });
  // `publishPackages` leaves out those that the registry has.
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify({ private: true, workspaces: ['*'] })}\n`);
  return Promise.all([
    ...shared,
    buildConfigPackage('tsconfig', build),
    buildConfigPackage('jest-preset', build),
    bundleRelease(build),
    bundleCreateRemote(build),
  ]);
}

/** Reads the versions of the shared packages and of the libraries that a remote installs with them. */
async function readVersions(shared: readonly WorkspacePackage[]): Promise<Versions> {
  const rootPackage = await readJson<{ devDependencies: Versions }>(path.join(root, 'package.json'));
  const releaseVersion = await numberVersion((await readPackage(path.join(root, 'platform/release-cli'))).version);
  const federation = await readPackage(path.join(root, 'shared/federation'));
  const { version: react } = createRequire(import.meta.url)('react/package.json');
  return {
    ...rootPackage.devDependencies,
    ...federation.dependencies,
    ...Object.fromEntries(shared.map(({ name, version }) => [name, version])),
    '@shop/tsconfig': releaseVersion,
    '@shop/jest-preset': releaseVersion,
    '@shop/release': releaseVersion,
    '@shop/create-remote': releaseVersion,
    react,
    'react-dom': react,
  };
}

/**
 * Gives a version that rises with every commit. The packages without an API report contain the versions of the others, so each
 * commit may change them, and a registry accepts a version once.
 */
async function numberVersion(version: string): Promise<string> {
  const count = await promisify(execFile)('git', ['-C', root, 'rev-list', '--count', 'HEAD']).catch(() => null);
  return count ? version.replace(/\d+$/, count.stdout.trim()) : version;
}

async function buildSharedPackage(
  folder: string,
  source: WorkspacePackage,
  build: PackageBuild,
): Promise<BuiltPackage> {
  const target = path.join(build.target, path.basename(folder));
  const files = await listSourceFiles(path.join(folder, 'src'));
  await compileSources(folder, path.join(target, 'dist'));
  for (const file of ['api-report.md', 'CHANGELOG.md']) await cp(path.join(folder, file), path.join(target, file));
  const exports = resolveExports(source.exports, files);
  const hasReactPeers = buildTimeConsumers.includes(source.name) || source.dependencies?.react !== undefined;
  const packageJson = createPackageJson(
    { ...source, dependencies: omitInlined(source.dependencies) },
    { ...exports, './package.json': './package.json' },
    { ...build, hasReactPeers },
  );
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
  const { scope } = build.settings;
  return writePackage(target, packageJson, formatReadme(source, Object.keys(exports), scope, readme), build);
}

/** Builds a package of settings: its files are in the folder of its name. */
async function buildConfigPackage(name: 'tsconfig' | 'jest-preset', build: PackageBuild): Promise<BuiltPackage> {
  const target = path.join(build.target, name);
  await cp(path.join(import.meta.dirname, name), target, { recursive: true });
  const packageName = `@shop/${name}`;
  const { description, exports, dependencies } = {
    tsconfig: {
      description: 'Compiler settings of a remote: "extends": "@shop/tsconfig/base.json".',
      exports: { './base.json': './base.json', './assets': { types: './assets.d.ts' } },
      dependencies: [],
    },
    'jest-preset': {
      description: 'Jest settings of a remote: "preset": "@shop/jest-preset".',
      exports: { './jest-preset': './jest-preset.cjs', './package.json': './package.json' },
      dependencies: ['@shop/testing', '@swc/core', '@swc/jest', 'jest-environment-jsdom', 'jest-fixed-jsdom'],
    },
  }[name];
  if (name === 'tsconfig') await cp(path.join(root, 'shared/federation/assets.d.ts'), path.join(target, 'assets.d.ts'));
  const source = {
    name: packageName,
    version: build.versions[packageName] ?? '',
    description,
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, build.versions[dependency] ?? ''])),
  };
  const packageJson = createPackageJson(source, exports, { ...build, hasReactPeers: false });
  return writePackage(target, packageJson, formatReadme(source, [], build.settings.scope), build);
}
