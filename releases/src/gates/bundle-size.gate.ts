import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** Kilobytes of scripts, brotli, that the first load of a path may take. `npm test` holds each path to less. */
const defaultLimit = 250;

/** Bytes of a file as a browser gets it: as measured when it was published, or for older releases as it is stored. */
async function getTransferSize(store: ReleaseStore, release: Release, file: string): Promise<number> {
  const known = release.files[file];
  if (known?.compressed !== undefined) return known.compressed;
  const stored = await store.get(`${getReleasePrefix(release)}${file}.br`);
  return stored?.bytes.length ?? known?.size ?? 0;
}

async function sumTransferSizes(store: ReleaseStore, release: Release, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => getTransferSize(store, release, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The first load of every path stays within a limit, over shell and remote together. */
export const createBundleSizeGate = (limit = defaultLimit): Gate => ({
  name: 'bundle-size',
  check: async ({ store, shell, remotes }) => {
    const loads = remotes.flatMap((remote) => Object.values(remote.paths).map((path) => ({ remote, path })));
    const problems = await Promise.all(
      loads.map(async ({ remote, path }): Promise<Problem[]> => {
        const lazy = new Set(path.lazyShared.flatMap((key) => shell.provides[key]?.files ?? []));
        const ofShell = await sumTransferSizes(store, shell, [shell.entry, ...lazy]);
        const ofRemote = path.firstLoad ?? (await sumTransferSizes(store, remote, [remote.entry, ...path.files]));
        const kilobytes = (ofShell + ofRemote) / 1024;
        if (kilobytes <= limit) return [];
        return [
          {
            app: remote.app,
            problem: `the first load of ${path.pattern} takes ${kilobytes.toFixed(0)} KB of scripts, ${(ofRemote / 1024).toFixed(0)} of them its own, over the limit of ${limit} KB`,
            remedy: `make it smaller: ${remote.app}'s release.json lists what each file weighs`,
          },
        ];
      }),
    );
    return problems.flat();
  },
});
