import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** Largest first load of a path: kilobytes of scripts in brotli. `npm test` has a lower limit for each path. */
const defaultLimit = 250;

/** Gets the compressed size of a file in bytes. Older releases have no measured size, so their stored copy is read. */
async function getTransferSize(store: ReleaseStore, release: Release, file: string): Promise<number> {
  const listed = release.files[file];
  if (listed?.compressed !== undefined) return listed.compressed;
  const stored = await store.get(`${getReleasePrefix(release)}${file}.br`);
  return stored?.bytes.length ?? listed?.size ?? 0;
}

async function sumTransferSizes(store: ReleaseStore, release: Release, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => getTransferSize(store, release, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Creates the gate that limits the first load of every path: the scripts of the shell and the remote together. */
export const createBundleSizeGate = (limit = defaultLimit): Gate => ({
  name: 'bundle-size',
  check: async ({ store, shell, remotes }) => {
    const loads = remotes.flatMap((remote) => Object.values(remote.paths).map((path) => ({ remote, path })));
    const problems = await Promise.all(
      loads.map(async ({ remote, path }): Promise<Problem[]> => {
        const lazyFiles = new Set(path.lazyShared.flatMap((key) => shell.provides[key]?.files ?? []));
        const shellBytes = await sumTransferSizes(store, shell, [shell.entry, ...lazyFiles]);
        const remoteBytes = path.firstLoad ?? (await sumTransferSizes(store, remote, [remote.entry, ...path.files]));
        const kilobytes = (shellBytes + remoteBytes) / 1024;
        if (kilobytes <= limit) return [];
        return [
          {
            app: remote.app,
            problem: `the first load of ${path.pattern} takes ${kilobytes.toFixed(0)} KB of scripts, ${(remoteBytes / 1024).toFixed(0)} of them its own, over the limit of ${limit} KB`,
            remedy: `make it smaller: the release.json of ${remote.app} lists the size of each file`,
          },
        ];
      }),
    );
    return problems.flat();
  },
});
