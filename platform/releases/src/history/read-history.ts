import { type AuditLogEntry, readAuditLog } from '../state/audit-log';
import { type AppChange, type PinnedComposition, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment } from '../state/environment';
import { readHead } from '../state/head';
import type { DocumentRef } from '../store/document-ref';

/** Changes to look for. Absent parts match every change. */
export interface HistoryFilter {
  /** Changes of this app: of its live version, of a canary of it, or of its lock. */
  app?: string | undefined;
  /** A part of the person's name, in any case. */
  by?: string | undefined;
  action?: AuditLogEntry['action'] | undefined;
  /** A part of the reason, in any case. */
  search?: string | undefined;
  /** Unix milliseconds: changes from then on. */
  since?: number | undefined;
  /** Unix milliseconds: changes before then. */
  until?: number | undefined;
}

/** A change with its compositions. */
export interface HistoryRecord {
  entry: AuditLogEntry;
  live: PinnedComposition;
  /** The canary that the change is about. Null for other changes, and when the change ended it. */
  canary: PinnedComposition | null;
  /** What the change compares: the live compositions before and after it, or live and the canary that it started. */
  compared: { before: PinnedComposition | null; after: PinnedComposition };
  changes: AppChange[];
}

export interface HistoryOptions {
  filter?: HistoryFilter;
  /** Only changes with a lower number. Default: from the newest change. */
  before?: number | undefined;
  /** Largest number of results. */
  limit: number;
  /** Changes that are searched at most. Default: all. */
  maxSearched?: number;
}

const includes = (text: string, part: string | undefined) =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());

/** Whether an entry matches the parts of a filter that need no composition. */
function matchesEntry({ by, action, reason, at, halted }: AuditLogEntry, filter: HistoryFilter): boolean {
  const time = Date.parse(at);
  return (
    includes(by, filter.by) &&
    (filter.action === undefined || action === filter.action) &&
    [reason, ...halted.map((ended) => ended.reason)].some((text) => includes(text, filter.search)) &&
    time >= (filter.since ?? 0) &&
    time < (filter.until ?? Number.POSITIVE_INFINITY)
  );
}

const isAbout = ({ entry, changes }: HistoryRecord, app: string): boolean =>
  [...changes, ...entry.halted.flatMap(({ apps }) => apps.map((name) => ({ app: name })))].some(
    (change) => change.app === app,
  ) ||
  Boolean(entry.canary?.apps.includes(app)) ||
  entry.app === app;

/** Creates a reader of compositions that keeps the last ones: an entry often has those of the entry before. */
function createReader({ store, trusted }: Environment) {
  let known: [key: string, composition: Promise<PinnedComposition>][] = [];
  return (ref: DocumentRef): Promise<PinnedComposition> => {
    const found = known.find(([key]) => key === ref.key)?.[1] ?? readComposition(store, ref, trusted);
    known = [[ref.key, found] as [string, Promise<PinnedComposition>], ...known].slice(0, 8);
    return found;
  };
}

async function loadRecord(
  read: (ref: DocumentRef) => Promise<PinnedComposition>,
  entry: AuditLogEntry,
  previous: AuditLogEntry | null,
): Promise<HistoryRecord> {
  // An entry of the time with one canary at most does not name the canary.
  const running = entry.canaries.find(({ id }) => id === (entry.canary?.id ?? ''));
  const [live, canary, liveBefore] = await Promise.all([
    read(entry.live),
    running ? read(running.composition) : null,
    previous ? read(previous.live) : null,
  ]);
  const compared =
    entry.action === 'canary' && canary ? { before: live, after: canary } : { before: liveBefore, after: live };
  return { entry, live, canary, compared, changes: compareCompositions(compared.before, compared.after) };
}

/**
 * Reads the history of an environment, newest change first, and verifies its chain as far as it reads.
 *
 * @returns The changes, and the number with which the search continues as `before`. Null: there are no more.
 * @throws {CorruptDocumentError} At an entry or a composition that is missing or was changed.
 */
export async function readHistory(
  environment: Environment,
  { filter = {}, before = Number.POSITIVE_INFINITY, limit, maxSearched = Number.POSITIVE_INFINITY }: HistoryOptions,
): Promise<{ records: HistoryRecord[]; before: number | null }> {
  const { store, name, trusted } = environment;
  const found = await readHead(store, name, trusted);
  if (!found) return { records: [], before: null };
  const read = createReader(environment);
  const records: HistoryRecord[] = [];
  // Its changes are the differences from the entry before, which comes next.
  let matching: AuditLogEntry | null = null;
  const add = async (previous: AuditLogEntry | null) => {
    if (!matching) return;
    const record = await loadRecord(read, matching, previous);
    matching = null;
    if (filter.app === undefined || isAbout(record, filter.app)) records.push(record);
  };
  let searched = 0;
  for await (const entry of readAuditLog(store, found.head.log, trusted)) {
    if (entry.seq >= before) continue;
    await add(entry);
    if (Date.parse(entry.at) < (filter.since ?? 0)) return { records, before: null };
    if (records.length === limit || searched === maxSearched) return { records, before: entry.seq + 1 };
    searched += 1;
    if (matchesEntry(entry, filter)) matching = entry;
  }
  await add(null);
  return { records, before: null };
}
