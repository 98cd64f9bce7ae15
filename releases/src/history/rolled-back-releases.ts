import { getReleasePrefix, type ReleaseId } from '../release/release';
import { getReleases, type PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { AuditLogEntry } from './audit-log';

/** One change of a history, with what was live after it. */
export interface RollbackRecord {
  action: AuditLogEntry['action'];
  set: PinnedComposition;
}

/** What rollbacks say of one change of the past. */
export interface RollbackStatus {
  /** Whether a release of it was taken back since, or came between what was taken back and what that went back to. */
  isRolledBack: (release: ReleaseId) => boolean;
  /** Whether that is so of anything in it. */
  isAnyRolledBack: boolean;
}

/**
 * Tells what rollbacks took back, walking a history. A rollback takes an app from what was live just before to a release
 * that was live earlier: whatever was promoted in between counts as taken back with it, until that release is met; and so
 * does the same release wherever else it was live before. A rollback that was itself undone took nothing back for good.
 *
 * @returns To be called with each change, newest first and none left out.
 */
export function createRollbackTracker(): (change: RollbackRecord) => RollbackStatus {
  /** Apps on their way from what was taken back to the release they were taken back to; null when they were taken out. */
  const open = new Map<string, string | null>();
  const takenBack = new Set<string>();
  let returned: PinnedComposition | null = null;
  return ({ action, set }) => {
    const releases = new Map(getReleases(set).map((release) => [release.app, getReleasePrefix(release)]));
    for (const { app, after } of returned ? compareCompositions(set, returned) : []) {
      if (!open.has(app)) open.set(app, after && getReleasePrefix(after));
    }
    for (const [app, target] of open) {
      const release = releases.get(app) ?? null;
      if (release === target) open.delete(app);
      else if (release && bringsReleases(action)) takenBack.add(release);
    }
    returned = action === 'rollback' ? set : null;
    const isOpen = new Set(open.keys());
    const isRolledBack = (release: ReleaseId) => isOpen.has(release.app) || takenBack.has(getReleasePrefix(release));
    return { isRolledBack, isAnyRolledBack: isOpen.size > 0 || getReleases(set).some(isRolledBack) };
  };
}

const bringsReleases = (action: AuditLogEntry['action']) => action === 'promote' || action === 'complete';
