import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A module of which a page holds one copy, provided by the shell and taken by every remote. */
export interface SharedModule {
  /** What code imports: `react`, `@shop/cart/use-cart`. */
  key: string;
  /** The version the workspace has: what a shell built from it provides. */
  version: string;
  /** What a remote built from it asks for. */
  range: string;
  /** Eager modules are part of the shell's entry; lazy ones are loaded with the first screen that takes them. */
  isEager: boolean;
}

interface PackageJson {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  /** Exports that hold module state or a context, by when they load. */
  federation?: { eager?: string[]; lazy?: string[] };
}

const packagesRoot = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

const readPackage = (file: string): PackageJson => JSON.parse(readFileSync(file, 'utf8'));

/** React and its renderer are one unit of one exact version. */
const react: SharedModule[] = ['react', 'react-dom'].map((key) => {
  const { version } = readPackage(require.resolve(`${key}/package.json`));
  return { key, version, range: version, isEager: true };
});

/**
 * Lists what is shared: React, and the exports that each package in `shared/` names under `federation` in its own
 * package.json. Only what holds module state or a context belongs there; everything else is bundled where it is used.
 */
export function listSharedModules(): SharedModule[] {
  const own = readdirSync(packagesRoot).flatMap((folder) => {
    const { name, version, federation } = readPackage(path.join(packagesRoot, folder, 'package.json'));
    const toModule = (isEager: boolean) => (subpath: string) => {
      return { key: path.posix.join(name, subpath), version, range: `^${version}`, isEager };
    };
    return [...(federation?.eager ?? []).map(toModule(true)), ...(federation?.lazy ?? []).map(toModule(false))];
  });
  return [...react, ...own];
}

/** Version of the federation runtime that builds of this workspace carry or expect. */
export function federationRuntimeVersion(): string {
  const { dependencies } = readPackage(path.join(import.meta.dirname, '../package.json'));
  return dependencies?.['@module-federation/enhanced'] ?? '';
}
