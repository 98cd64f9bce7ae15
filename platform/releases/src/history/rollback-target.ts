import { getReleasePrefix, isSameRelease, type ReleaseId } from '../release/release';
import { type AuditLogEntry, findAuditLogEntry, readAuditLog, readAuditLogEntry } from '../state/audit-log';
import { getReleases, isSameComposition, type PinnedComposition, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment, LiveState } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';

export interface RollbackRecord {
  action: AuditLogEntry['action'];
  composition: PinnedComposition;
}

export interface RollbackStatus {
  /** Whether a later rollback undid a release, or skipped it on the way back to an earlier one. */
  isRolledBack: (release: ReleaseId) => boolean;
  /** Whether that is true of any release of the composition. */
  isAnyRolledBack: boolean;
}

/**
 * Creates a function that finds the releases that later rollbacks undid. A rollback takes an app from its live release to an
 * earlier one. Every release of the app between the two counts as rolled back, and so does the same release wherever else
 * it was live before. A rollback that was itself undone has no effect.
 *
 * @returns Call it with every change of the history, newest first.
 */
export function createRollbackTracker(): (record: RollbackRecord) => RollbackStatus {
  /** Apps between the release that was undone and the one that the rollback restored. Null: the app was not part of that composition. */
  const targets = new Map<string, string | null>();
  const rolledBack = new Set<string>();
  let restored: PinnedComposition | null = null;
  return ({ action, composition }) => {
    const releases = new Map(getReleases(composition).map((release) => [release.app, getReleasePrefix(release)]));
    for (const { app, after } of restored ? compareCompositions(composition, restored) : []) {
      if (!targets.has(app)) targets.set(app, after && getReleasePrefix(after));
    }
    for (const [app, target] of targets) {
      const release = releases.get(app) ?? null;
      if (release === target) targets.delete(app);
      else if (release && isPromotion(action)) rolledBack.add(release);
    }
    restored = action === 'rollback' ? composition : null;
    const skippedApps = new Set(targets.keys());
    const isRolledBack = (release: ReleaseId) =>
      skippedApps.has(release.app) || rolledBack.has(getReleasePrefix(release));
    return { isRolledBack, isAnyRolledBack: skippedApps.size > 0 || getReleases(composition).some(isRolledBack) };
  };
}

const isPromotion = (action: AuditLogEntry['action']) => action === 'promote' || action === 'complete';

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
