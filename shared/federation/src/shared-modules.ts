import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type ReportedExport, readApiReport } from './api-report';

/** A module with one copy per page. The shell provides it, and every remote takes it. */
export interface SharedModule {
  /** Import specifier: `react`, `@shop/cart/use-cart`. */
  key: string;
  /** Version in the workspace, which a shell of this workspace provides. */
  version: string;
  /** Version range that a remote of this workspace requires. */
  range: string;
  /** Eager modules are part of the shell's entry. Lazy modules load with the first screen that consumes them. */
  isEager: boolean;
}

interface PackageJson {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  /** Exports that a page has once, by the time when they load. */
  federation?: { eager?: string[]; lazy?: string[] };
  /** In the package of the builds: the lowest version of the federation plugin whose remotes run in a shell of this workspace. */
  testedFederationRuntimes?: { lowest: string };
}

/** Folder of the shared packages: `shared/`, or `node_modules/@shop` of a remote outside this repository. */
const packagesRoot = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

const readPackage = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'));

/**
 * React and its renderer. A shell provides both at one exact version. A remote takes every later version of the same major: a
 * patch adds no API, so a remote also takes an earlier patch than the one it was compiled with.
 */
const react: SharedModule[] = ['react', 'react/jsx-runtime', 'react-dom'].map((key) => {
  const { version } = readPackage(require.resolve(`${key.split('/')[0]}/package.json`));
  return { key, version, range: `^${version.replace(/\.\d+$/, '.0')}`, isEager: true };
});

/**
 * Lists the shared modules: React, and the exports that the packages in `shared/` list under `federation` in package.json.
 * Modules with module state or a React context belong there, and a module that shell and every screen need, when it is much larger
 * than its entry in the share scope (40 bytes). All other modules are bundled where they are used.
 *
 * @throws When the packages are not next to each other, as pnpm installs them: a remote would bundle every shared module.
 */
export function listSharedModules(): SharedModule[] {
  const folders = readdirSync(packagesRoot).filter((name) => existsSync(path.join(packagesRoot, name, 'package.json')));
  const own = folders.flatMap((folder) => {
    const { version, federation } = readPackage(path.join(packagesRoot, folder, 'package.json'));
    // Not the package's name: a published package may have another scope, and the key is what code imports.
    const name = `@shop/${folder}`;
    const toModule = (isEager: boolean) => (subpath: string) => {
      return { key: path.posix.join(name, subpath), version, range: `^${version}`, isEager };
    };
    return [...(federation?.eager ?? []).map(toModule(true)), ...(federation?.lazy ?? []).map(toModule(false))];
  });
  if (!own.some(({ key }) => key === '@shop/api-client/store-api')) {
    throw new Error(
      'The packages of the shop are not next to each other in node_modules/@shop: install them with npm, or set node-linker=hoisted for pnpm.',
    );
  }
  return [...react, ...own];
}

/** Reads what a shared module exports from the API report of its package. @returns Null without a report, such as for React. */
export function readModuleApi(key: string): ReportedExport[] | null {
  const [, folder] = key.match(/^@shop\/([^/]+)\//) ?? [];
  return (folder && readApiReport(path.join(packagesRoot, folder))?.modules[key]) || null;
}

/**
 * Gives the federation runtime of a build of this workspace: the version of the full runtime (`2.9.2`), or the version that the
 * thin runtime stands in for (`2.9.2+thin`).
 */
export function getFederationRuntimeVersion(runtime: 'full' | 'thin'): string {
  const { dependencies } = readPackage(path.join(import.meta.dirname, '../package.json'));
  const version = dependencies?.['@module-federation/enhanced'] ?? '';
  return runtime === 'thin' ? `${version}+thin` : version;
}

/**
 * Gives the range of federation runtimes that builds of this workspace were tested with: from the lowest version of which the
 * tests run a recorded build, to the installed one.
 *
 * @example getTestedFederationRuntimes() // '>=2.8.0 <=2.9.2'
 */
export function getTestedFederationRuntimes(): string {
  const { testedFederationRuntimes } = readPackage(path.join(import.meta.dirname, '../package.json'));
  const installed = getFederationRuntimeVersion('full');
  return `>=${testedFederationRuntimes?.lowest ?? installed} <=${installed}`;
}
