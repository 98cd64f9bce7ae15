import { isSameRelease } from '../release/release';
import { type AuditLogEntry, findAuditLogEntry, readAuditLog, readAuditLogEntry } from '../state/audit-log';
import {
  type Apps,
  getReleases,
  isSameComposition,
  type PinnedComposition,
  readComposition,
} from '../state/composition';
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
 * Checks that no other change of the same apps came first since a change was requested. Without the check, a promotion would undo a
 * hotfix, and the second of two concurrent rollbacks would go back twice as far.
 *
 * @param requestedIn  The live state at the time of the request.
 * @param apps  The apps of the change. Null: every app.
 * @throws {ConflictError} When one of the apps has changed since. The message names the author and the newest change of it.
 */
export async function assertNotOvertaken(
  { store, name, trusted }: Environment,
  requestedIn: LiveState,
  state: LiveState,
  apps: readonly string[] | null,
): Promise<void> {
  const changed = compareCompositions(requestedIn.live, state.live).find(
    ({ app }) => apps === null || apps.includes(app),
  );
  if (!changed) return;
  const isChange = (before: Apps, after: Apps) =>
    compareCompositions(before, after).some(({ app }) => apps === null || app === changed.app);
  let change: AuditLogEntry | undefined;
  let after: Apps = state.live;
  for await (const entry of readAuditLog(store, state.head.log, trusted)) {
    const composition = await readComposition(store, entry.live, trusted);
    if (change && isChange(composition, after)) break;
    [change, after] = [entry, composition];
  }
  const what = change?.action === 'rollback' ? 'was rolled back' : 'was changed';
  throw new ConflictError(
    `${apps ? changed.app : name} ${what} by ${change?.by} in change ${change?.seq} in the meantime: check its state, then try again if you still need to.`,
  );
}
