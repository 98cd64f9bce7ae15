import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A package whose code or fonts browsers download. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression of its package.json. */
  license: string;
  /** Folder, relative to the repository. */
  folder: string;
}

interface LockEntry {
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Node's lookup of a dependency: the nearest node_modules above the package. */
function findEntry(packages: Record<string, LockEntry>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder === '' ? '' : path.posix.dirname(folder).replace(/^\.$/, '')) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (packages[candidate]) return candidate;
    if (folder === '') return undefined;
  }
}

/**
 * Lists the third-party packages that the shell and the remotes depend on at run time, transitively.
 *
 * @param root  Absolute path of the repository; its package-lock.json is read.
 * @returns Sorted by name, one entry for each version.
 */
export function listShippedPackages(root: string): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const apps = Object.keys(packages).filter((folder) => /^(shell|mf-[^/]+)$/.test(folder));
  const seen = new Set<string>();
  const visit = (folder: string): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    const entry = packages[folder];
    if (entry?.link && entry.resolved) {
      visit(entry.resolved);
      return;
    }
    for (const name of Object.keys(entry?.dependencies ?? {})) {
      const found = findEntry(packages, folder, name);
      if (found) visit(found);
    }
  };
  for (const app of apps) visit(app);
  return [...seen]
    .filter((folder) => folder.includes('node_modules/') && !packages[folder]?.link)
    .map((folder) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: packages[folder]?.version ?? '',
      license: packages[folder]?.license ?? readLicense(root, folder),
      folder,
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

function readLicense(root: string, folder: string): string {
  const { license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as { license?: string };
  return license ?? 'unknown';
}
