import { findDamagedFiles } from '../gates/file-integrity.gate';
import { readAuditLog } from '../history/audit-log';
import { readRelease, UnreadableReleaseError } from '../release/read-release';
import { getReleasePrefix, type ReleaseId, releaseFile } from '../release/release';
import { getReleases } from './composition';
import type { Environment } from './environment';
import { readLiveState } from './live-state';

/** A live release and its damaged files. Of a release without a valid `release.json`, only that file is listed. */
export interface VerifiedRelease extends ReleaseId {
  files: number;
  damaged: string[];
}

/**
 * Verifies the hash of every file of the live compositions, including the compressed copies, and the complete audit log.
 *
 * @returns The releases, and the number of changes in the log.
 * @throws When nothing is live, or an entry of the log is missing or changed.
 */
export async function verifyEnvironment(
  environment: Environment,
): Promise<{ releases: VerifiedRelease[]; changes: number }> {
  const { store, name, trusted } = environment;
  const state = await readLiveState(environment);
  if (!state) throw new Error(`${name} has nothing live yet: there is nothing to verify.`);
  let changes = 0;
  for await (const _ of readAuditLog(store, state.head.log, trusted)) changes += 1;
  // Pairs consist of the same releases.
  const compositions = [state.live, ...state.canaries.map(({ composition }) => composition)];
  const ids = new Map(compositions.flatMap(getReleases).map((id) => [getReleasePrefix(id), id]));
  const releases = await Promise.all(
    [...ids.values()].map(async (id) => {
      const release = await readRelease(store, id).catch((error: unknown) => {
        if (error instanceof UnreadableReleaseError) return null;
        throw error;
      });
      if (!release) return { ...id, files: 0, damaged: [releaseFile] };
      return { ...id, files: Object.keys(release.files).length, damaged: await findDamagedFiles(store, release) };
    }),
  );
  return { releases, changes };
}
