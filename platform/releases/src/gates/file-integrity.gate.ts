import { hasPublishedBytes, hasPublishedBytesInBrotli } from '../release/integrity';
import { readReleaseIfPresent } from '../release/read-release';
import { getReleasePrefix, type Release, type ReleaseId, releaseFile } from '../release/release';
import { readAuditLog } from '../state/audit-log';
import type { Environment } from '../state/environment';
import { listServedReleases, readLiveState } from '../state/live-state';
import { ConflictError } from '../store/errors';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** Files of a release that are read at the same time. */
const filesAtOnce = 8;

/** The last decompression. Only one runs at a time, whatever the number of releases and calls: each can need 64 MB. */
let lastDecompression: Promise<unknown> = Promise.resolve();

const isIntactCopy: typeof hasPublishedBytesInBrotli = (bytes, file) => {
  const checked = lastDecompression.then(() => hasPublishedBytesInBrotli(bytes, file));
  lastDecompression = checked;
  return checked;
};

/**
 * Verifies the hash of every file of a release, and of the compressed copies that browsers get.
 *
 * @returns Files that are missing or have another hash than `release.json` lists.
 */
export async function findDamagedFiles(store: ReleaseStore, release: Release): Promise<string[]> {
  const prefix = getReleasePrefix(release);
  const present = new Set(await store.list(prefix));
  const check = async ([name, file]: [string, Release['files'][string]]) => {
    const copy = `${prefix}${name}.br`;
    const stored = await store.get(prefix + name);
    const compressed = present.has(copy) ? await store.get(copy) : null;
    return [
      ...(stored && hasPublishedBytes(stored.bytes, file) ? [] : [name]),
      ...(!compressed || (await isIntactCopy(compressed.bytes, file)) ? [] : [`${name}.br`]),
    ];
  };
  const files = Object.entries(release.files);
  const damaged: string[] = [];
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const checked = await Promise.all(files.slice(start, start + filesAtOnce).map(check));
    damaged.push(...checked.flat());
  }
  return damaged;
}

/** The gate that requires every file of every release to have its published bytes. */
export const fileIntegrityGate: Gate = {
  name: 'file-integrity',
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

/** A live release and its damaged files. Of a release without a valid `release.json`, only that file is listed. */
export interface VerifiedRelease extends ReleaseId {
  files: number;
  damaged: string[];
}

/**
 * Verifies the hash of every file of the live compositions, including the compressed copies, and the complete audit log.
 *
 * @throws When nothing is live, or an entry of the log is missing or changed.
 */
export async function verifyEnvironment(
  environment: Environment,
): Promise<{ releases: VerifiedRelease[]; changes: number }> {
  const { store, name, trusted } = environment;
  const state = await readLiveState(environment);
  if (!state) throw new ConflictError(`${name} has nothing live yet: there is nothing to verify.`);
  let changes = 0;
  for await (const _ of readAuditLog(store, state.head.log, trusted)) changes += 1;
  const ids = new Map(listServedReleases(state).map((id) => [getReleasePrefix(id), id]));
  const releases = await Promise.all(
    [...ids.values()].map(async (id) => {
      const release = await readReleaseIfPresent(store, id);
      if (!release) return { ...id, files: 0, damaged: [releaseFile] };
      return { ...id, files: Object.keys(release.files).length, damaged: await findDamagedFiles(store, release) };
    }),
  );
  return { releases, changes };
}
