import * as v from 'valibot';
import { AuditLogEntry, readAuditLog } from '../state/audit-log';
import type { Environment, LiveState } from '../state/environment';

/** Tells the owner of a canary that a change of another person or the canary monitor ended it. */
export const HaltNotice = v.object({
  ...v.pick(AuditLogEntry, ['seq', 'at', 'by', 'reason']).entries,
  apps: v.array(v.string()),
  owner: v.string(),
});
export type HaltNotice = v.InferOutput<typeof HaltNotice>;

const noticeDays = 7;
const maxEntries = 200;
const dayInMs = 86_400_000;

/**
 * Finds the canaries that somebody else ended in the last week, newest first: those that did not fit a new live composition, and
 * those that another person or the canary monitor halted. A notice ends when a newer canary of its apps starts.
 *
 * @throws {CorruptDocumentError} At an entry that is missing or was changed.
 */
export async function findHaltNotices(
  { store, trusted }: Environment,
  { head }: LiveState,
  now = Date.now(),
): Promise<HaltNotice[]> {
  const notices: HaltNotice[] = [];
  const renewed = new Set<string>();
  let searched = 0;
  for await (const entry of readAuditLog(store, head.log, trusted)) {
    const { seq, at, by, action, reason, canary, halted } = entry;
    if (Date.parse(at) < now - noticeDays * dayInMs || searched++ === maxEntries) break;
    const own = action === 'halt' && canary && canary.owner !== by ? [{ ...canary, reason }] : [];
    for (const { id: _, ...ended } of [...halted, ...own]) {
      if (!ended.apps.some((app) => renewed.has(app))) notices.push({ ...ended, seq, at, by });
    }
    if (action === 'canary' || action === 'complete') for (const app of canary?.apps ?? []) renewed.add(app);
  }
  return notices;
}
