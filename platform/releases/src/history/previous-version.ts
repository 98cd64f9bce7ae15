import { isSameRelease, type ReleaseId } from '../release/release';
import { readAuditLog } from '../state/audit-log';
import { getReleases, type PinnedComposition, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import type { Head } from '../state/head';
import type { FindPreviousVersion } from '../state/resolve-composition';
import { createRollbackTracker, type RollbackRecord } from './rollback-tracker';

/**
 * Live compositions that are searched for the previous version of an app. The changes that leave the live composition as it is do not
 * count: locks, and steps of canaries.
 */
const maxCompositions = 50;
/** Changes that are searched for them. */
const maxChanges = 400;

interface HistoryEntry extends RollbackRecord {
  key: string;
  /** Key of its live composition. */
  live: string;
}

/** Leaves out the entries before the newest compositions. */
function limitHistory(history: readonly HistoryEntry[]): HistoryEntry[] {
  let compositions = 0;
  return history.filter((entry, index) => {
    // The newest change is first, so the entry before this one is the change after it.
    if (entry.live !== history[index - 1]?.live) compositions += 1;
    return compositions <= maxCompositions && index < maxChanges;
  });
}

/**
 * Creates a reader of an environment's history. Each call reads only the entries that are new since the last call.
 *
 * @param onRead  Called with each composition of the history after its signature was verified.
 * @returns A function that takes a HEAD. It rejects when an entry of the log is missing or changed.
 */
export function createPreviousVersionReader(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  onRead: (composition: PinnedComposition) => void = () => {},
): (head: Head) => Promise<FindPreviousVersion> {
  let known: HistoryEntry[] = [];

  const read = async (head: Head): Promise<HistoryEntry[]> => {
    const history: HistoryEntry[] = [];
    let next: string | undefined = head.log.key;
    const isKnown = () => known.some(({ key }) => key === next);
    const getKnownRest = () => known.slice(known.findIndex(({ key }) => key === next));
    if (isKnown()) return getKnownRest();
    let compositions = 0;
    for await (const { action, live, previous } of readAuditLog(store, head.log, trusted)) {
      const later = history.at(-1);
      const entry = { key: next ?? '', action, live: live.key };
      if (later?.live === live.key) {
        history.push({ ...entry, composition: later.composition });
      } else {
        const composition = await readComposition(store, live, trusted);
        onRead(composition);
        history.push({ ...entry, composition });
        compositions += 1;
      }
      next = previous?.key;
      if (compositions === maxCompositions || history.length === maxChanges) break;
      if (isKnown()) return limitHistory([...history, ...getKnownRest()]);
    }
    return history;
  };

  return async (head) => {
    known = await read(head);
    const history = known;
    return (release) => findPreviousVersion(release, history);
  };
}

function findPreviousVersion(release: ReleaseId, history: readonly RollbackRecord[]): ReleaseId | undefined {
  const track = createRollbackTracker();
  for (const record of history) {
    const { isRolledBack } = track(record);
    const found = getReleases(record.composition).find(({ app }) => app === release.app);
    if (found && !isSameRelease(found, release) && !isRolledBack(found)) return found;
  }
  return undefined;
}
