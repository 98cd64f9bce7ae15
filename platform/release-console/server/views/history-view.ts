import { type HistoryRecord, readHistory } from '@shop/releases/history/read-history';
import type { ParsedQuery } from '@shop/releases/service-api/requests';
import type { ChangeNote, HistoryEntry, HistoryPage } from '@shop/releases/service-api/responses';
import type { AuditLogEntry } from '@shop/releases/state/audit-log';
import { pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';

const entriesPerPage = 25;
/** Entries of the audit log that one request searches. The page continues the search on request. */
const maxSearchedEntries = 500;

export const toChangeNote = ({ seq, at, by, action, reason }: AuditLogEntry): ChangeNote => ({
  seq,
  at,
  by,
  action,
  reason,
});

/** Actions that concern a canary. */
const canaryActions: readonly AuditLogEntry['action'][] = ['canary', 'rollout', 'pause', 'resume', 'complete', 'halt'];

function toHistoryEntry({ entry, live, canary, changes }: HistoryRecord): HistoryEntry {
  const name = entry.canary;
  const running = entry.canaries.find(({ id }) => id === (name?.id ?? ''));
  const apps = name?.apps ?? (canary ? compareCompositions(live, canary).map(({ app }) => app) : []);
  const isAbout = canaryActions.includes(entry.action);
  const shown = { apps, owner: name?.owner ?? '', ...(running ? pickCanaryAudience(running) : {}) };
  return {
    ...toChangeNote(entry),
    isForced: entry.isForced,
    findings: entry.findings,
    composition: live,
    canary: isAbout ? shown : null,
    ...(entry.app === undefined ? {} : { app: entry.app }),
    halted: entry.halted,
    changes,
  };
}

/**
 * Loads a page of the history of an environment, newest first.
 *
 * @param before  Only changes with a lower number. Default: from the newest change.
 * @throws When the chain of the audit log is broken in the part that was read.
 */
export async function loadHistory(
  environment: Environment,
  { before, ...filter }: Omit<ParsedQuery<'history'>, 'env'>,
): Promise<HistoryPage> {
  const bounds = { limit: entriesPerPage, maxSearched: maxSearchedEntries };
  const { records, before: next } = await readHistory(environment, { filter, before, ...bounds });
  return { entries: records.map(toHistoryEntry), before: next };
}
