import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { build as bundle } from 'esbuild';
import { bundleBanner, createBundleOptions } from './bundle-release';
import { type BuiltPackage, formatReadme, type PackageBuild, writePackage } from './package-folder';
import { createPackageJson, formatDependency } from './package-json';

/** Bundles `npm create @shop/remote`, with the versions that a new remote gets. */
export async function bundleCreateRemote(build: PackageBuild): Promise<BuiltPackage> {
  const { versions, settings } = build;
  const folder = path.join(build.target, 'create-remote');
  await bundle({
    ...createBundleOptions(folder),
    entryPoints: { main: path.join(import.meta.dirname, 'create-remote/main.ts') },
    banner: { js: `#!/usr/bin/env node\n${bundleBanner}` },
  });
  await chmod(path.join(folder, 'dist/main.mjs'), 0o755);
  const dependencies = Object.entries(versions).map(([name, version]) => [
    name,
    name.startsWith('@shop/') ? formatDependency(name, version, settings.scope) : version,
  ]);
  const shop = {
    scope: settings.scope,
    repository: settings.repository,
    versions: Object.fromEntries(dependencies),
  };
  await writeFile(path.join(folder, 'dist/shop.json'), `${JSON.stringify(shop, null, 2)}\n`);
  await writeFile(path.join(folder, 'dist/lock.json'), JSON.stringify(await readPublicLock()));
  const own = {
    name: '@shop/create-remote',
    version: versions['@shop/create-remote'] ?? '',
    description: `Creates a remote of the shop in a repository of its own: npm create ${settings.scope}/remote -- reviews.`,
  };
  const packageJson = createPackageJson(own, {}, { ...build, hasReactPeers: false });
  const withBin = { ...packageJson, bin: { 'create-remote': './dist/main.mjs' } };
  return writePackage(folder, withBin, formatReadme(own, [], settings.scope), build);
}

/**
 * Reads the entries of public packages from the lock file of this repository. With them npm downloads no list of versions, which
 * is most of the time of a first install. npm removes the entries that the remote does not need, and adds the shop's packages.
 */
async function readPublicLock(): Promise<object> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const isPublic = ([name, entry]: [string, { link?: boolean }]) => name.startsWith('node_modules/') && !entry.link;
  return {
    ...lock,
    name: undefined,
    packages: Object.fromEntries(Object.entries<object>(lock.packages).filter(isPublic)),
  };
}
