import { createHash } from 'node:crypto';
import { type Release, releasePrefix } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** Rehashes every file of a release. @returns Files that are missing or have other bytes than the release says. */
export async function damagedFiles(store: ReleaseStore, release: Release): Promise<string[]> {
  const prefix = releasePrefix(release);
  const checked = await Promise.all(
    Object.entries(release.files).map(async ([file, { integrity }]) => {
      const stored = await store.get(prefix + file);
      const hash = stored && `sha384-${createHash('sha384').update(stored.bytes).digest('base64')}`;
      return hash === integrity ? [] : [file];
    }),
  );
  return checked.flat();
}

/** Every file of every release is there, with the bytes it was published with. */
export const wholeFiles: Gate = {
  name: 'whole-files',
  isForReturns: true,
  check: async ({ store, shell, remotes }) => {
    const problems = await Promise.all(
      [shell, ...remotes].map(async (release): Promise<Problem[]> => {
        const damaged = await damagedFiles(store, release);
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
