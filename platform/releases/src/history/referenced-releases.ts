import type { Change } from '../change-model/changes';
import { parseReleaseRef } from '../change-model/fields';
import { listReleases } from '../release/list-releases';
import { republishedFolder, writePrivateFiles } from '../release/private-files';
import { getReleasePrefix, type ReleaseId } from '../release/release';
import { assertReleaseAvailable } from '../release/removal-marker';
import { listPreviews } from '../signed-links/preview';
import { type AuditLogEntry, listAuditLog, readAuditLog, readUnreferencedEntry } from '../state/audit-log';
import { getReleases, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import { listEnvironments } from '../state/head';
import { listServedReleases, readLiveState } from '../state/live-state';
import type { ReleaseStore } from '../store/release-store';
import { createPreviousVersionReader } from './previous-version';

/**
 * Reads the log entries after a change. An entry is written before HEAD is swapped, so its composition may become live at
 * any moment. The entry of a change that lost a race, or whose process was killed, counts until the next change.
 */
async function readPendingEntries(
  { store, trusted }: Environment,
  log: Awaited<ReturnType<typeof listAuditLog>>,
  seq: number,
): Promise<AuditLogEntry[]> {
  const later = log.filter((entry) => entry.seq > seq);
  // The author of an entry that no trusted key has signed cannot swap HEAD.
  const entries = await Promise.all(later.map(({ key }) => readUnreferencedEntry(store, key, trusted)));
  return entries.filter((entry) => entry !== null);
}

/**
 * Finds the releases that gc must keep: those in a live, recent, pending or previewed composition of any environment, and
 * those that a page may fall back to.
 *
 * @param environment  Any environment of the store, with the keys that sign all of them.
 * @param since  Unix milliseconds. Compositions that were live after it are recent.
 * @throws When an environment cannot be read: its references are unknown then.
 */
export async function findReferencedReleases(environment: Environment, since: number): Promise<Set<string>> {
  const referenced = new Set<string>();
  const add = (id: ReleaseId) => referenced.add(getReleasePrefix(id));
  const { store, trusted } = environment;
  const addEntry = async ({ live, canaries }: Pick<AuditLogEntry, 'live' | 'canaries'>) => {
    for (const ref of [live, ...canaries.map(({ composition }) => composition)]) {
      getReleases(await readComposition(store, ref, trusted)).forEach(add);
    }
  };
  for (const name of await listEnvironments(store)) {
    // Before HEAD: the author of an entry that is written later checks for gc's removal markers itself.
    const log = await listAuditLog(store, name);
    const state = await readLiveState({ ...environment, name });
    for (const entry of await readPendingEntries(environment, log, state?.head.seq ?? 0)) await addEntry(entry);
    if (!state) continue;
    const findPreviousVersion = await createPreviousVersionReader(environment)(state.head);
    for (const release of listServedReleases(state)) {
      add(release);
      // A page may fall back to it, however long ago it was live.
      const previous = findPreviousVersion(release);
      if (previous) add(previous);
    }
    for await (const entry of readAuditLog(store, state.head.log, trusted)) {
      await addEntry(entry);
      // A composition was live until the next change, so the first entry before the limit still counts.
      if (Date.parse(entry.at) < since) break;
    }
  }
  for (const preview of await listPreviews(store, trusted)) getReleases(preview).forEach(add);
  return referenced;
}

/**
 * Marks the releases of a change that is planned: gc counts from the day of the change as it does from that of a publication.
 * The plan is in the database of the release service, which gc does not read. A release that is not published yet gets no mark.
 *
 * @param dueAt  When the change is made at the latest.
 * @throws {ConflictError} While gc removes one of the releases, or when it has just done so.
 */
export async function markPlannedReleases(store: ReleaseStore, change: Change, dueAt: Date): Promise<void> {
  if (!('releases' in change)) return;
  const mark = new Map([[`${republishedFolder}${dueAt.toISOString().slice(0, 10)}`, new Uint8Array()]]);
  const marking = change.releases.map(async (ref) => {
    const { app, version } = parseReleaseRef(ref);
    for (const release of await listReleases(store, app, version)) {
      await writePrivateFiles(store, release, mark);
      // After the mark: a gc that has not seen it may have begun the removal.
      await assertReleaseAvailable(store, release);
    }
  });
  await Promise.all(marking);
}
