import { isSameRelease, type ReleaseId } from '../release/release';
import { getReleases, type PinnedComposition, readComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import type { Head } from '../state/head';
import { readAuditLog } from './audit-log';
import { createRollbackTracker, type RollbackRecord } from './rolled-back-releases';

/** Changes of an environment that are looked through for the version an app had before. */
const changesRead = 50;

interface PastComposition extends RollbackRecord {
  /** Key of the log entry. */
  key: string;
}

/** Finds the version an app had before a release: the last one that was live and was not taken back. */
export type FindPreviousVersion = (release: ReleaseId) => ReleaseId | undefined;

/**
 * Follows the history of an environment: each call reads only what is new in it.
 *
 * @param onRead Told of each composition that was live once, when its signature was found good.
 * @returns A function from a head to what came before it. It rejects when the chain of the log is broken.
 */
export function createPreviousVersionReader(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  onRead: (set: PinnedComposition) => void = () => {},
): (head: Head) => Promise<FindPreviousVersion> {
  let known: PastComposition[] = [];

  const read = async (head: Head): Promise<PastComposition[]> => {
    const past: PastComposition[] = [];
    let next: string | undefined = head.log.key;
    const rest = () => known.slice(known.findIndex(({ key }) => key === next));
    if (known.some(({ key }) => key === next)) return rest();
    for await (const { action, live, previous } of readAuditLog(store, head.log, trusted)) {
      const set = await readComposition(store, live, trusted);
      onRead(set);
      past.push({ key: next ?? '', action, set });
      next = previous?.key;
      if (past.length === changesRead) break;
      if (known.some(({ key }) => key === next)) return [...past, ...rest()].slice(0, changesRead);
    }
    return past;
  };

  return async (head) => {
    known = await read(head);
    const past = known;
    return (release) => previousOf(release, past);
  };
}

function previousOf(release: ReleaseId, past: readonly PastComposition[]): ReleaseId | undefined {
  const follow = createRollbackTracker();
  for (const change of past) {
    const { isRolledBack } = follow(change);
    const found = getReleases(change.set).find(({ app }) => app === release.app);
    if (found && !isSameRelease(found, release) && !isRolledBack(found)) return found;
  }
  return undefined;
}
