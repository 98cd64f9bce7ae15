import semver from 'semver';
import { listReleases } from '../release/list-releases';
import { readRelease, UnreadableReleaseError } from '../release/read-release';
import type { ConsumedModule, Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';

/** Exports of a shared module that a remote uses and a shell does not have as the remote was compiled with them. */
export interface ExportDifference {
  /** Exports that the shell does not have. */
  missing: string[];
  /** Exports that the shell has as they were before they changed. */
  outdated: string[];
}

/** Stands for the import of a whole module. */
const wholeModule = '*';

/**
 * Compares the exports that a remote uses with those that a shell provides.
 *
 * @returns Two empty lists when the shell has them all, and for releases that record no exports.
 */
export function compareExports(key: string, consumed: ConsumedModule, shell: Release): ExportDifference {
  const provided = shell.provides[key];
  const used = Object.entries(consumed.exports ?? {}).filter(([name]) => name !== wholeModule);
  if (!provided?.exports) return { missing: [], outdated: [] };
  const available = provided.exports;
  return {
    missing: used.filter(([name]) => !Object.hasOwn(available, name)).map(([name]) => name),
    outdated: used
      .filter(([name, since]) => Object.hasOwn(available, name) && semver.gt(since, provided.version))
      .map(([name]) => name),
  };
}

/** Whether a shell provides a shared module as a remote consumes it. */
export function providesModule(shell: Release, key: string, consumed: ConsumedModule): boolean {
  const version = shell.provides[key]?.version;
  const { missing, outdated } = compareExports(key, consumed, shell);
  return version !== undefined && semver.satisfies(version, consumed.range) && missing.length + outdated.length === 0;
}

/** Shells that are read to find one that fits. A release store holds hundreds; the newest decide. */
const maxShells = 20;

/** Finds the newest published shell that provides every shared module as a remote consumes it. @returns Null without one. */
export async function findFittingShell(store: ReleaseStore, remote: Release): Promise<Release | null> {
  const newest = (await listReleases(store, 'shell')).slice(-maxShells).reverse();
  for (const id of newest) {
    const shell = await readRelease(store, id).catch((error: unknown) => {
      // A damaged release is no remedy.
      if (error instanceof UnreadableReleaseError) return null;
      throw error;
    });
    const consumed = Object.entries(remote.consumes);
    if (shell && consumed.every(([key, module]) => providesModule(shell, key, module))) return shell;
  }
  return null;
}
