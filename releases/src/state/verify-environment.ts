import { findDamagedFiles } from '../gates/file-integrity.gate';
import { readAuditLog } from '../history/audit-log';
import { readRelease, UnreadableReleaseError } from '../release/read-release';
import { getReleasePrefix, type ReleaseId, releaseFile } from '../release/release';
import { getReleases } from './composition';
import type { Environment } from './environment';
import { readLiveState } from './live-state';

/** A release that is live, and which of its files are not what was published: of one without a description, that. */
export interface VerifiedRelease extends ReleaseId {
  files: number;
  damaged: string[];
}

/**
 * Rehashes every file of every live composition, compressed copies too, and walks the whole log.
 *
 * @throws A sentence when nothing is live, or the log is broken.
 */
export async function verifyEnvironment(
  environment: Environment,
): Promise<{ releases: VerifiedRelease[]; changes: number }> {
  const { store, name, trusted } = environment;
  const state = await readLiveState(environment);
  if (!state) throw new Error(`${name} has nothing live yet: there is nothing to verify.`);
  let changes = 0;
  for await (const _ of readAuditLog(store, state.head.log, trusted)) changes += 1;
  const { live, canary } = state;
  const ids = new Map([live, ...(canary ? [canary] : [])].flatMap(getReleases).map((id) => [getReleasePrefix(id), id]));
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
