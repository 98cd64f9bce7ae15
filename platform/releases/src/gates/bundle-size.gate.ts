import type { Release } from '../release/release';
import type { Gate, GateContext, Problem } from './gate';

/** Largest first load of a path: kilobytes of scripts in brotli. `npm test` has a lower limit for each path. */
const maxFirstLoad = 250;

/**
 * Largest component of a slot: kilobytes in brotli of the scripts and style sheets that it adds to a page of another remote. The entry
 * of a remote takes about 5.
 */
const maxSlotComponent = 40;

function sumSizes({ files }: Release, names: Iterable<string>): number {
  return [...new Set(names)].reduce((sum, name) => sum + (files[name]?.compressed ?? files[name]?.size ?? 0), 0);
}

/** Sums the bytes, in brotli, of the scripts of an app that the first load of each of its paths takes. */
export const getFirstLoads = (release: Release): Record<string, number> =>
  Object.fromEntries(
    Object.values(release.paths).map(({ pattern, files }) => [pattern, sumSizes(release, [release.entry, ...files])]),
  );

type Releases = Pick<GateContext, 'shell' | 'remotes'>;

const listSharedFiles = ({ provides }: Release, keys: readonly string[]) =>
  keys.flatMap((key) => provides[key]?.files ?? []);

const formatKilobytes = (bytes: number) => (bytes / 1024).toFixed(0);

/** A release is made smaller by its own team. @param what  What is too large. Its size in bytes depends on the shell. */
const createProblem = ({ app, version }: Release, what: string, measured: number, problem: string): Problem => ({
  app,
  problem,
  key: `${app}@${version} ${what}`,
  remedy: `make it smaller: the release.json of ${app} lists the size of each file`,
  measured,
});

function checkFirstLoads({ shell, remotes }: Releases): Problem[] {
  return remotes.flatMap((remote) =>
    Object.values(remote.paths).flatMap(({ pattern, files, lazyShared }) => {
      const remoteBytes = sumSizes(remote, [remote.entry, ...files]);
      const bytes = remoteBytes + sumSizes(shell, [shell.entry, ...listSharedFiles(shell, lazyShared)]);
      if (bytes <= maxFirstLoad * 1024) return [];
      const problem = `the first load of ${pattern} takes ${formatKilobytes(bytes)} KB of scripts, ${formatKilobytes(remoteBytes)} of them its own, over the limit of ${maxFirstLoad} KB`;
      return [createProblem(remote, `path ${pattern}`, bytes, problem)];
    }),
  );
}

function checkSlotComponents({ shell, remotes }: Releases): Problem[] {
  return remotes.flatMap((remote) =>
    Object.entries(remote.slots ?? {}).flatMap(([name, { files, styles = [], lazyShared }]) => {
      const sharedBytes = sumSizes(shell, listSharedFiles(shell, lazyShared));
      const bytes = sharedBytes + sumSizes(remote, [remote.entry, ...files, ...styles]);
      if (bytes <= maxSlotComponent * 1024) return [];
      const problem = `version ${remote.version} fills ${name} with ${bytes} bytes of scripts and style sheets, ${sharedBytes} of them shared modules that it makes the page load, over the limit of ${maxSlotComponent * 1024} bytes`;
      return [createProblem(remote, `slot ${name}`, bytes, problem)];
    }),
  );
}

/**
 * The gate that limits what pages load: the first load of every path, with the scripts of the shell and the remote together, and
 * every filler of a slot. All sizes are in brotli.
 */
export const bundleSizeGate: Gate = {
  name: 'bundle-size',
  check: (context) => [...checkFirstLoads(context), ...checkSlotComponents(context)],
};
