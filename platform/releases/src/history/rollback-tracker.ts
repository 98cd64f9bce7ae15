import type { ReleaseId } from '../release/release';
import type { AuditLogEntry } from '../state/audit-log';
import type { Apps } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';

/* The console's page runs it too, so the file imports nothing of Node. */

export interface RollbackRecord {
  action: AuditLogEntry['action'];
  composition: Apps;
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
  let restored: Apps | null = null;
  return ({ action, composition }) => {
    const releases = new Map(getReleases(composition).map((release) => [release.app, getKey(release)]));
    for (const { app, after } of restored ? compareCompositions(composition, restored) : []) {
      if (!targets.has(app)) targets.set(app, after && getKey(after));
    }
    for (const [app, target] of targets) {
      const release = releases.get(app) ?? null;
      if (release === target) targets.delete(app);
      else if (release && isPromotion(action)) rolledBack.add(release);
    }
    restored = action === 'rollback' ? composition : null;
    const skippedApps = new Set(targets.keys());
    const isRolledBack = (release: ReleaseId) => skippedApps.has(release.app) || rolledBack.has(getKey(release));
    return { isRolledBack, isAnyRolledBack: skippedApps.size > 0 || getReleases(composition).some(isRolledBack) };
  };
}

const getReleases = ({ shell, remotes }: Apps) => [shell, ...remotes];
const getKey = ({ app, version, digest }: ReleaseId) => `${app} ${version} ${digest}`;

const isPromotion = (action: AuditLogEntry['action']) => action === 'promote' || action === 'complete';
