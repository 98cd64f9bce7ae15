import { getReleasePrefix, type ReleaseId } from '../release/release';
import { listPreviews } from '../signed-links/preview';
import { verifyDocument } from '../signing/signed-document';
import { getReleases, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import { listEnvironments } from '../state/list-environments';
import { readLiveState } from '../state/live-state';
import { AuditLogEntry, listAuditLog, readAuditLog } from './audit-log';
import { createPreviousVersionReader } from './previous-version';

/**
 * Log entries that are written before HEAD is swapped: what they name may be live in the next moment. One whose change was
 * overtaken, or whose writer was killed, counts until the change after it.
 */
async function readPending(
  { store, trusted }: Environment,
  log: Awaited<ReturnType<typeof listAuditLog>>,
  seq: number,
): Promise<AuditLogEntry[]> {
  const later = log.filter((entry) => entry.seq > seq);
  const entries = await Promise.all(
    later.map(async ({ key }) => {
      const stored = await store.get(key);
      try {
        return stored ? [verifyDocument('log', AuditLogEntry, stored.bytes, key, trusted)] : [];
      } catch {
        // Not written by anybody who could swap HEAD.
        return [];
      }
    }),
  );
  return entries.flat();
}

/**
 * Prefixes of the releases that a live, recent or previewed composition of any environment uses, is about to use, or that a
 * page of one falls back to.
 *
 * @param environment Any of the store's, with the keys that all of them are signed with.
 * @param since Unix milliseconds: what was live after it is recent.
 * @throws A sentence when an environment cannot be read: then nobody knows what it uses.
 */
export async function findReferencedReleases(environment: Environment, since: number): Promise<Set<string>> {
  const used = new Set<string>();
  const use = (id: ReleaseId) => used.add(getReleasePrefix(id));
  const { store, trusted } = environment;
  const useNamed = async ({ live, canary }: Pick<AuditLogEntry, 'live' | 'canary'>) => {
    for (const ref of [live, ...(canary ? [canary.composition] : [])])
      getReleases(await readComposition(store, ref, trusted)).forEach(use);
  };
  for (const name of await listEnvironments(store)) {
    // Before HEAD: what is written to the log after this look, its writer has still to hold against gc.
    const log = await listAuditLog(store, name);
    const state = await readLiveState({ ...environment, name });
    for (const entry of await readPending(environment, log, state?.head.seq ?? 0)) await useNamed(entry);
    if (!state) continue;
    const findPrevious = await createPreviousVersionReader(environment)(state.head);
    for (const release of [state.live, state.canary ?? state.live].flatMap(getReleases)) {
      use(release);
      // What a page falls back to is in use, however long ago it was live.
      const previous = findPrevious(release);
      if (previous) use(previous);
    }
    for await (const entry of readAuditLog(store, state.head.log, trusted)) {
      await useNamed(entry);
      // A composition was in use until the change after it: the first entry older than the limit still counts.
      if (Date.parse(entry.at) < since) break;
    }
  }
  for (const preview of await listPreviews(store, trusted)) getReleases(preview).forEach(use);
  return used;
}
