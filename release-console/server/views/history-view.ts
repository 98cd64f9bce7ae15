import { type AuditLogEntry, readAuditLog } from '@shop/releases/history/audit-log';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { readComposition } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { readHead } from '@shop/releases/state/head';
import type { AppChange, ChangeNote, HistoryEntry, HistoryPage } from '../../api/responses';

const entriesPerPage = 25;

export const toChangeNote = ({ seq, at, by, action, reason }: AuditLogEntry): ChangeNote => ({
  seq,
  at,
  by,
  action,
  reason,
});

/** Loads the compositions of an entry. */
async function loadEntry(
  { store, trusted }: Environment,
  entry: AuditLogEntry,
): Promise<Omit<HistoryEntry, 'changes'>> {
  const [composition, canary] = await Promise.all([
    readComposition(store, entry.live, trusted),
    entry.canary ? readComposition(store, entry.canary.composition, trusted) : null,
  ]);
  return {
    ...toChangeNote(entry),
    isForced: entry.isForced,
    findings: entry.findings,
    composition,
    canary: canary && entry.canary ? { composition: canary, ...pickCanaryAudience(entry.canary) } : null,
  };
}

/** App changes of an entry: in its new canary, or in the live composition. */
function getChanges(entry: Omit<HistoryEntry, 'changes'>, before: Omit<HistoryEntry, 'changes'> | null): AppChange[] {
  if (entry.action === 'canary' && entry.canary)
    return compareCompositions(entry.composition, entry.canary.composition);
  return compareCompositions(before?.composition ?? null, entry.composition);
}

/**
 * Loads a page of the history of an environment, newest first.
 *
 * @param before  Only changes with a lower number. Default: from the newest change.
 * @throws When the chain of the audit log is broken in the part that was read.
 */
export async function loadHistory(environment: Environment, before?: number): Promise<HistoryPage> {
  const { store, name, trusted } = environment;
  const found = await readHead(store, name, trusted);
  if (!found) return { entries: [], before: null };
  const read: Omit<HistoryEntry, 'changes'>[] = [];
  for await (const entry of readAuditLog(store, found.head.log, trusted)) {
    if (before !== undefined && entry.seq >= before) continue;
    read.push(await loadEntry(environment, entry));
    if (read.length > entriesPerPage) break;
  }
  const shown = read.slice(0, entriesPerPage);
  const entries = shown.map((entry, index) => ({ ...entry, changes: getChanges(entry, read[index + 1] ?? null) }));
  return { entries, before: read.length > entriesPerPage ? (entries.at(-1)?.seq ?? null) : null };
}

/** Compares the live compositions after two changes. @throws When a change does not exist. */
export async function loadDifference(environment: Environment, from: number, to: number): Promise<AppChange[]> {
  const { store, name, trusted } = environment;
  const found = await readHead(store, name, trusted);
  const refs = new Map<number, AuditLogEntry['live']>();
  if (found) {
    for await (const { seq, live } of readAuditLog(store, found.head.log, trusted)) {
      if (seq === from || seq === to) refs.set(seq, live);
      if (seq <= Math.min(from, to)) break;
    }
  }
  const [before, after] = await Promise.all(
    [from, to].map((seq) => {
      const ref = refs.get(seq);
      if (!ref) throw new Error(`There is no change ${seq} in the history of ${name}.`);
      return readComposition(store, ref, trusted);
    }),
  );
  return before && after ? compareCompositions(before, after) : [];
}
