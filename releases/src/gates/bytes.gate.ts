import { type Release, releasePrefix } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** Kilobytes of scripts, brotli, that the first load of a path may take. `npm test` holds each path to less. */
const defaultLimit = 250;

/** Bytes of a file as a browser gets it. */
async function sentBytes(store: ReleaseStore, release: Release, file: string): Promise<number> {
  const compressed = await store.get(`${releasePrefix(release)}${file}.br`);
  return compressed?.bytes.length ?? release.files[file]?.size ?? 0;
}

async function kilobytesOf(store: ReleaseStore, files: readonly (readonly [Release, string])[]): Promise<number> {
  const sizes = await Promise.all(files.map(([release, file]) => sentBytes(store, release, file)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** The first load of every path stays within a limit, over shell and remote together. */
export const bytes = (limit = defaultLimit): Gate => ({
  name: 'bytes',
  check: async ({ store, shell, remotes }) => {
    const loads = remotes.flatMap((remote) => Object.values(remote.paths).map((path) => ({ remote, path })));
    const problems = await Promise.all(
      loads.map(async ({ remote, path }): Promise<Problem[]> => {
        const lazy = new Set(path.lazyShared.flatMap((key) => shell.provides[key]?.files ?? []));
        const ofShell = [shell.entry, ...lazy].map((file) => [shell, file] as const);
        const ofRemote = [remote.entry, ...path.files].map((file) => [remote, file] as const);
        const kilobytes = await kilobytesOf(store, [...ofShell, ...ofRemote]);
        if (kilobytes <= limit) return [];
        return [
          {
            app: remote.app,
            problem: `the first load of ${path.pattern} takes ${kilobytes.toFixed(0)} KB of scripts, over the limit of ${limit} KB`,
            remedy: 'make it smaller, or raise the limit in the release policy',
          },
        ];
      }),
    );
    return problems.flat();
  },
});
