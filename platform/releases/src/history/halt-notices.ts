import * as v from 'valibot';
import { AuditLogEntry, canaryName } from '../state/audit-log';
import { AppChange } from '../state/composition';
import type { Environment } from '../state/environment';
import { nullIfCorrupt } from '../store/parse-json';
import { readHistory } from './read-history';

/** What a canary had when it ended. Absent where it is not known. */
export const endedFields = {
  /** In percent. */
  share: v.exactOptional(v.number()),
  changes: v.exactOptional(v.array(AppChange)),
};

/** Tells the owner of a canary that a change of another person or the canary monitor ended it. */
export const HaltNotice = v.object({
  ...v.pick(AuditLogEntry, ['seq', 'at', 'by', 'reason']).entries,
  ...canaryName,
  ...endedFields,
});
export type HaltNotice = v.InferOutput<typeof HaltNotice>;

/** Milliseconds for which a notice is shown. */
export const noticeMs = 7 * 86_400_000;
const maxEntries = 100;

/** The parts of an entry that notices depend on. */
export type NoticeEntry = Pick<AuditLogEntry, 'seq' | 'at' | 'by' | 'action' | 'reason' | 'canary' | 'halted'>;

/**
 * Finds the canaries that somebody else ended in the last week, newest first: those that did not fit a new live composition, and
 * those that another person or the canary monitor halted. A notice ends when a newer canary of its apps starts.
 *
 * @param entries  The log, newest entry first. At most 100 entries are read.
 */
export async function findHaltNotices(
  entries: AsyncIterable<NoticeEntry> | Iterable<NoticeEntry>,
  now = Date.now(),
): Promise<HaltNotice[]> {
  const notices: HaltNotice[] = [];
  const renewed = new Set<string>();
  let searched = 0;
  for await (const entry of entries) {
    const { seq, at, by, action, reason, canary, halted } = entry;
    if (Date.parse(at) < now - noticeMs || searched++ === maxEntries) break;
    const own = action === 'halt' && canary && canary.owner !== by ? [{ ...canary, reason }] : [];
    for (const ended of [...halted, ...own]) {
      if (!ended.apps.some((app) => renewed.has(app))) notices.push({ ...ended, seq, at, by });
    }
    if (action === 'canary' || action === 'complete') for (const app of canary?.apps ?? []) renewed.add(app);
  }
  return notices;
}

/** Adds what the canaries of notices had when they ended. A damaged log, which the history reports, leaves it out. */
export const describeNotices = (environment: Environment, notices: readonly HaltNotice[]): Promise<HaltNotice[]> =>
  Promise.all(
    notices.map(async (notice) => {
      const history = await nullIfCorrupt(() => readHistory(environment, { before: notice.seq + 1, limit: 1 }));
      const ended = history?.records[0]?.ended.find(({ id }) => id === notice.id);
      return ended ? { ...notice, share: ended.share, changes: ended.changes } : notice;
    }),
  );
