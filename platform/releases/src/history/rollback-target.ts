import { isSameRelease } from '../release/release';
import { type AuditLogEntry, findAuditLogEntry, readAuditLog, readAuditLogEntry } from '../state/audit-log';
import { getReleases, isSameComposition, type PinnedComposition, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment, LiveState } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import { createRollbackTracker } from './rollback-tracker';

export interface RollbackRequest {
  /** Only this app. Absent: the complete composition. */
  app?: string;
  /** To the state after this change. Absent: to the previous state that was not rolled back. */
  seq?: number;
}

export interface RollbackTarget {
  ref: DocumentRef;
  composition: PinnedComposition;
  seq: number;
}

/** Finds the composition that a rollback restores. @throws When there is none, or no change with that number. */
export async function findRollbackTarget(
  { store, name, trusted }: Environment,
  state: LiveState,
  { app, seq }: RollbackRequest,
): Promise<RollbackTarget> {
  const findApp = (composition: PinnedComposition) =>
    getReleases(composition).find((candidate) => candidate.app === app);
  if (seq !== undefined) {
    const ref = await findAuditLogEntry({ store, name, trusted }, state.head, seq);
    const entry = ref && (await readAuditLogEntry(store, ref, trusted));
    if (entry?.seq !== seq) throw new ConflictError(`There is no change ${seq} in the history of ${name}.`);
    return { ref: entry.live, composition: await readComposition(store, entry.live, trusted), seq };
  }
  const current = findApp(state.live);
  const track = createRollbackTracker();
  for await (const entry of readAuditLog(store, state.head.log, trusted)) {
    const composition = await readComposition(store, entry.live, trusted);
    const target = { ref: entry.live, composition, seq: entry.seq };
    const { isRolledBack, isAnyRolledBack } = track({ action: entry.action, composition });
    const release = findApp(composition);
    const isTarget = app
      ? release && !(current && isSameRelease(release, current)) && !isRolledBack(release)
      : !isSameComposition(composition, state.live) && !isAnyRolledBack;
    if (isTarget) return target;
  }
  throw new ConflictError(
    `${app ?? name} has no earlier version that was not rolled back: name a change with --to to go back further.`,
  );
}

/**
 * Checks that no other change of the live composition came first since a rollback was requested. Without the check, the second of two
 * concurrent rollbacks would go back twice as far.
 *
 * @param requestedIn  The live state at the time of the request.
 * @throws When the app, or without an app any app, has changed since. The message names the author and the change.
 */
export async function assertNotOvertaken(
  { store, name, trusted }: Environment,
  requestedIn: LiveState,
  state: LiveState,
  app?: string,
): Promise<void> {
  const changed = compareCompositions(requestedIn.live, state.live);
  if (!changed.some((change) => app === undefined || change.app === app)) return;
  const since: AuditLogEntry[] = [];
  for await (const entry of readAuditLog(store, state.head.log, trusted)) {
    if (entry.seq <= requestedIn.head.seq) break;
    since.push(entry);
  }
  const rollback = since.find(({ action }) => action === 'rollback');
  const change = rollback ?? since.find(({ action }) => action === 'promote' || action === 'complete');
  const what = rollback ? 'was rolled back' : 'was changed';
  throw new ConflictError(
    `${app ?? name} ${what} by ${change?.by} in change ${change?.seq} in the meantime: check its state, then roll back again if you still need to.`,
  );
}
