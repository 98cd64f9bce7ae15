import { hasPublishedBytes, hasPublishedBytesInBrotli } from '../release/integrity';
import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/**
 * Verifies the hash of every file of a release, and of the compressed copies that browsers get.
 *
 * @returns Files that are missing or have another hash than `release.json` lists.
 */
export async function findDamagedFiles(store: ReleaseStore, release: Release): Promise<string[]> {
  const prefix = getReleasePrefix(release);
  const present = new Set(await store.list(prefix));
  const checked = await Promise.all(
    Object.entries(release.files).map(async ([name, file]) => {
      const [plain, copy] = [prefix + name, `${prefix}${name}.br`];
      const stored = await store.get(plain);
      const compressed = present.has(copy) ? await store.get(copy) : null;
      return [
        ...(stored && hasPublishedBytes(stored.bytes, file) ? [] : [name]),
        ...(!compressed || (await hasPublishedBytesInBrotli(compressed.bytes, file)) ? [] : [`${name}.br`]),
      ];
    }),
  );
  return checked.flat();
}

/** The gate that requires every file of every release to have its published bytes. */
export const fileIntegrityGate: Gate = {
  name: 'file-integrity',
  isSlow: true,
  runsOnRollback: true,
  check: async ({ store, shell, remotes }) => {
    const problems = await Promise.all(
      [shell, ...remotes].map(async (release): Promise<Problem[]> => {
        const damaged = await findDamagedFiles(store, release);
        if (damaged.length === 0) return [];
        return [
          {
            app: release.app,
            problem: `${damaged.join(', ')} of ${release.version} is missing or was changed in the store`,
            remedy: `publish ${release.app} again under a new version`,
          },
        ];
      }),
    );
    return problems.flat();
  },
};
