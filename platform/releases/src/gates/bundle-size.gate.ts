import { getReleasePrefix, type Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, GateContext, Problem } from './gate';

export interface BundleSizeLimits {
  /** Largest first load of a path: kilobytes of scripts in brotli. Default: 250. `npm test` has a lower limit for each path. */
  firstLoad?: number;
  /**
   * Largest filler of a slot: kilobytes in brotli of the scripts and style sheets that it adds to a page of another remote.
   * Default: 40. The entry of a remote takes about 5.
   */
  filler?: number;
}

const defaultLimits: Required<BundleSizeLimits> = { firstLoad: 250, filler: 40 };

/** Gets the compressed size of a file in bytes. Older releases have no measured size, so their stored copy is read. */
async function getTransferSize(store: ReleaseStore, release: Release, file: string): Promise<number> {
  const listed = release.files[file];
  if (listed?.compressed !== undefined) return listed.compressed;
  const stored = await store.get(`${getReleasePrefix(release)}${file}.br`);
  return stored?.bytes.length ?? listed?.size ?? 0;
}

async function sumTransferSizes(store: ReleaseStore, release: Release, files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map((file) => getTransferSize(store, release, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

type SizeContext = Pick<GateContext, 'store' | 'shell' | 'remotes'>;

const listSharedFiles = ({ provides }: Release, keys: readonly string[]) =>
  keys.flatMap((key) => provides[key]?.files ?? []);

const formatKilobytes = (bytes: number) => (bytes / 1024).toFixed(0);

/** A release is made smaller by its own team. */
const createRemedy = ({ app }: Release) => `make it smaller: the release.json of ${app} lists the size of each file`;

async function checkFirstLoads({ store, shell, remotes }: SizeContext, limit: number): Promise<Problem[]> {
  const loads = remotes.flatMap((remote) => Object.values(remote.paths).map((path) => ({ remote, path })));
  const slotFiles = remotes.some(({ slots }) => slots) ? (shell.slotFiles ?? []) : [];
  const problems = await Promise.all(
    loads.map(async ({ remote, path }): Promise<Problem[]> => {
      const shellFiles = [shell.entry, ...slotFiles, ...listSharedFiles(shell, path.lazyShared)];
      const shellBytes = await sumTransferSizes(store, shell, shellFiles);
      const remoteBytes = path.firstLoad ?? (await sumTransferSizes(store, remote, [remote.entry, ...path.files]));
      if ((shellBytes + remoteBytes) / 1024 <= limit) return [];
      return [
        {
          app: remote.app,
          problem: `the first load of ${path.pattern} takes ${formatKilobytes(shellBytes + remoteBytes)} KB of scripts, ${formatKilobytes(remoteBytes)} of them its own, over the limit of ${limit} KB`,
          remedy: createRemedy(remote),
        },
      ];
    }),
  );
  return problems.flat();
}

async function checkFillers({ store, shell, remotes }: SizeContext, limit: number): Promise<Problem[]> {
  const fillers = remotes.flatMap((remote) =>
    Object.entries(remote.slots ?? {}).map(([name, slot]) => ({ remote, name, slot })),
  );
  const problems = await Promise.all(
    fillers.map(async ({ remote, name, slot }): Promise<Problem[]> => {
      const ownFiles = [remote.entry, ...slot.files, ...(slot.styles ?? [])];
      const ownBytes = await sumTransferSizes(store, remote, ownFiles);
      const sharedBytes = await sumTransferSizes(store, shell, listSharedFiles(shell, slot.lazyShared));
      const bytes = ownBytes + sharedBytes;
      if (bytes <= limit * 1024) return [];
      return [
        {
          app: remote.app,
          problem: `version ${remote.version} fills ${name} with ${bytes} bytes of scripts and style sheets, ${sharedBytes} of them shared modules that it makes the page load, over the limit of ${limit * 1024} bytes`,
          remedy: createRemedy(remote),
        },
      ];
    }),
  );
  return problems.flat();
}

/**
 * Creates the gate that limits what pages load: the first load of every path, with the scripts of the shell and the remote
 * together, and every filler of a slot. All sizes are in brotli.
 */
export const createBundleSizeGate = (limits: BundleSizeLimits = {}): Gate => ({
  name: 'bundle-size',
  check: async (context) => {
    const { firstLoad, filler } = { ...defaultLimits, ...limits };
    return [...(await checkFirstLoads(context, firstLoad)), ...(await checkFillers(context, filler))];
  },
});
