import { isSameRelease } from '../release/release';
import { getReleases, isSameComposition, type PinnedComposition, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment, LiveState } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import { type AuditLogEntry, readAuditLog } from './audit-log';
import { createRollbackTracker } from './rolled-back-releases';

/** What somebody wants back. */
export interface RollbackRequest {
  /** This app alone; left out, the whole composition. */
  app?: string;
  /** What was live after this change; left out, what was live before and was not taken back. */
  seq?: number;
}

/**
 * Finds what to go back to.
 *
 * @throws A sentence when there is nothing, or no such change.
 */
export async function findRollbackTarget(
  { store, name, trusted }: Environment,
  state: LiveState,
  { app, seq }: RollbackRequest,
): Promise<{ ref: DocumentRef; set: PinnedComposition; seq: number }> {
  const current = getReleases(state.live).find((one) => one.app === app);
  const follow = createRollbackTracker();
  for await (const entry of readAuditLog(store, state.head.log, trusted)) {
    if (seq !== undefined && entry.seq !== seq) continue;
    const set = await readComposition(store, entry.live, trusted);
    const found = { ref: entry.live, set, seq: entry.seq };
    if (seq !== undefined) return found;
    const { isRolledBack, isAnyRolledBack } = follow({ action: entry.action, set });
    const release = getReleases(set).find((one) => one.app === app);
    const isEarlier = app
      ? release && !(current && isSameRelease(release, current)) && !isRolledBack(release)
      : !isSameComposition(set, state.live) && !isAnyRolledBack;
    if (isEarlier) return found;
  }
  if (seq !== undefined) throw new Error(`There is no change ${seq} in the history of ${name}.`);
  throw new Error(
    `${app ?? name} has no earlier version in the history that was not taken back: there is nothing to go back to, unless you name a change with --to.`,
  );
}

/**
 * Refuses a way back whose start has moved: what somebody saw broken is live no more, and one more step back was not meant.
 *
 * @param seen What was live when they asked.
 * @throws A sentence that says who came first.
 */
export async function assertNotOvertaken(
  { store, name, trusted }: Environment,
  seen: LiveState,
  state: LiveState,
  app?: string,
): Promise<void> {
  const changed = compareCompositions(seen.live, state.live);
  if (!changed.some((change) => app === undefined || change.app === app)) return;
  const since: AuditLogEntry[] = [];
  for await (const entry of readAuditLog(store, state.head.log, trusted)) {
    if (entry.seq <= seen.head.seq) break;
    since.push(entry);
  }
  const back = since.find(({ action }) => action === 'rollback');
  const first = back ?? since.find(({ action }) => action === 'promote' || action === 'complete');
  const what = back ? 'was taken back already' : 'was changed meanwhile';
  throw new Error(
    `${app ?? name} ${what} by ${first?.by} in change ${first?.seq}: look, then roll back again if it is still needed.`,
  );
}
