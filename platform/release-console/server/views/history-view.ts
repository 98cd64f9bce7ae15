import { type AuditLogEntry, readAuditLog } from '@shop/releases/state/audit-log';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { type PinnedComposition, readComposition } from '@shop/releases/state/composition';
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

/** An entry with the composition of its canary, from which its changes are computed. */
interface LoadedEntry {
  entry: Omit<HistoryEntry, 'changes'>;
  canary: PinnedComposition | null;
}

/** Actions that concern a canary. */
const canaryActions: readonly AuditLogEntry['action'][] = ['canary', 'rollout', 'pause', 'resume', 'complete', 'halt'];

/** Loads the compositions of an entry. */
async function loadEntry({ store, trusted }: Environment, entry: AuditLogEntry): Promise<LoadedEntry> {
  const name = entry.canary;
  // An entry of the time with one canary at most does not name the canary.
  const running = entry.canaries.find(({ id }) => id === (name?.id ?? ''));
  const [composition, canary] = await Promise.all([
    readComposition(store, entry.live, trusted),
    running ? readComposition(store, running.composition, trusted) : null,
  ]);
  const apps = name?.apps ?? (canary ? compareCompositions(composition, canary).map(({ app }) => app) : []);
  const isAbout = canaryActions.includes(entry.action);
  const shown = { apps, owner: name?.owner ?? '', ...(running ? pickCanaryAudience(running) : {}) };
  return {
    entry: {
      ...toChangeNote(entry),
      isForced: entry.isForced,
      findings: entry.findings,
      composition,
      canary: isAbout ? shown : null,
      halted: entry.halted,
    },
    canary,
  };
}

/** App changes of an entry: in its new canary, or in the live composition. */
function getChanges({ entry, canary }: LoadedEntry, before: LoadedEntry | null): AppChange[] {
  if (entry.action === 'canary' && canary) return compareCompositions(entry.composition, canary);
  return compareCompositions(before?.entry.composition ?? null, entry.composition);
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
  const read: LoadedEntry[] = [];
  for await (const entry of readAuditLog(store, found.head.log, trusted)) {
    if (before !== undefined && entry.seq >= before) continue;
    read.push(await loadEntry(environment, entry));
    if (read.length > entriesPerPage) break;
  }
  const shown = read.slice(0, entriesPerPage);
  const entries = shown.map((loaded, index) => ({
    ...loaded.entry,
    changes: getChanges(loaded, read[index + 1] ?? null),
  }));
  return { entries, before: read.length > entriesPerPage ? (entries.at(-1)?.seq ?? null) : null };
}
