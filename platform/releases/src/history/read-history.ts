import { formatLogged, logActions } from '../change-model/changes';
import { type AuditLogEntry, findAuditLogEntry, readAuditLog, readAuditLogEntry } from '../state/audit-log';
import { pickCanaryAudience } from '../state/canary-audience';
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

/** What a canary had when it ended. The share is in percent. */
export interface EndedCanary {
  id: string;
  share: number;
  changes: AppChange[];
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
  /** The canaries that the change halted, or ended on the way, with their differences from the live composition before. */
  ended: EndedCanary[];
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

/** Lists the apps that a change is about: of its live version, of a canary, or of a lock. */
export const listSubjects = ({ entry, changes }: HistoryRecord): string[] => [
  ...[...changes.map(({ app }) => app), ...entry.halted.flatMap(({ apps }) => apps), ...(entry.canary?.apps ?? [])],
  ...(entry.app === undefined ? [] : [entry.app]),
];

/** Whether a change matches all parts of a filter. */
export const matchesRecord = (record: HistoryRecord, filter: HistoryFilter): boolean =>
  matchesEntry(record.entry, filter) && (filter.app === undefined || listSubjects(record).includes(filter.app));

/** Finds the canary that a change started, changed or ended, with its audience while it runs. Null for other changes. */
export function findLoggedCanary({ entry, live, canary }: HistoryRecord) {
  if (!logActions[entry.action].isOfCanary) return null;
  const running = entry.canaries.find(({ id }) => id === (entry.canary?.id ?? ''));
  const apps = entry.canary?.apps ?? (canary ? compareCompositions(live, canary).map(({ app }) => app) : []);
  const { stages } = running ?? {};
  return {
    apps,
    owner: entry.canary?.owner ?? '',
    ...(running ? pickCanaryAudience(running) : {}),
    ...(stages ? { stages } : {}),
  };
}

/** Formats what a person did, after the name: `promoted mf-cart 2.1.0 to every visitor`. */
export const formatRecord = (record: HistoryRecord): string =>
  formatLogged(record.entry.action, {
    app: record.entry.app,
    canary: findLoggedCanary(record),
    changes: record.changes,
    ended: record.ended.find(({ id }) => id === record.entry.canary?.id)?.changes ?? [],
  });

/** Creates a reader that keeps the last documents: an entry often has the compositions of the entry before. */
function createReader<Document>(read: (ref: DocumentRef) => Promise<Document>, size = 8) {
  let known: [key: string, document: Promise<Document>][] = [];
  return (ref: DocumentRef): Promise<Document> => {
    const found = known.find(([key]) => key === ref.key)?.[1] ?? read(ref);
    known = [[ref.key, found] as [string, Promise<Document>], ...known].slice(0, size);
    return found;
  };
}

const createCompositionReader = ({ store, trusted }: Environment) =>
  createReader((ref) => readComposition(store, ref, trusted));

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
  const named = [...entry.halted, ...(entry.action === 'halt' && entry.canary ? [entry.canary] : [])];
  const ended = (previous?.canaries ?? []).filter(({ id }) => named.some((other) => other.id === id));
  return {
    entry,
    live,
    canary,
    compared,
    changes: compareCompositions(compared.before, compared.after),
    ended: await Promise.all(
      ended.map(async ({ id, share, composition }) => ({
        id,
        share,
        changes: compareCompositions(liveBefore, await read(composition)),
      })),
    ),
  };
}

/**
 * Reads the changes from one back to the first, with their compositions.
 *
 * @throws {CorruptDocumentError} At an entry or a composition that is missing or was changed.
 */
export async function* readRecords(
  environment: Environment,
  newest: DocumentRef,
): AsyncGenerator<{ ref: DocumentRef; record: HistoryRecord }> {
  const read = createCompositionReader(environment);
  let ref = newest;
  let later: AuditLogEntry | null = null;
  for await (const entry of readAuditLog(environment.store, newest, environment.trusted)) {
    if (later) {
      yield { ref, record: await loadRecord(read, later, entry) };
      ref = later.previous ?? ref;
    }
    later = entry;
  }
  if (later) yield { ref, record: await loadRecord(read, later, null) };
}

/** Reads the changes of an index with their compositions. @throws {CorruptDocumentError} As {@link readRecords} does. */
export async function readListedRecords(
  environment: Environment,
  refs: readonly DocumentRef[],
): Promise<HistoryRecord[]> {
  const { store, trusted } = environment;
  const read = createReader((ref) => readComposition(store, ref, trusted), 2 * refs.length);
  const readEntry = createReader((ref) => readAuditLogEntry(store, ref, trusted), 2 * refs.length);
  return Promise.all(
    refs.map(async (ref) => {
      const entry = await readEntry(ref);
      return loadRecord(read, entry, entry.previous && (await readEntry(entry.previous)));
    }),
  );
}

/** Reads one change with its compositions. @throws {CorruptDocumentError} As {@link readRecords} does. */
export async function readRecord({ store, trusted }: Environment, ref: DocumentRef): Promise<HistoryRecord> {
  const entry = await readAuditLogEntry(store, ref, trusted);
  const previous = entry.previous && (await readAuditLogEntry(store, entry.previous, trusted));
  return loadRecord((own) => readComposition(store, own, trusted), entry, previous);
}

/**
 * Reads the history of an environment, newest change first. It begins at the number of `before` without the changes after
 * it, and verifies the chain as far as it reads.
 *
 * @returns The changes, and the number with which the search continues as `before`. Null: there are no more.
 * @throws {CorruptDocumentError} At an entry or a composition that is missing or was changed.
 */
export async function readHistory(
  environment: Environment,
  { filter = {}, before, limit, maxSearched = Number.POSITIVE_INFINITY }: HistoryOptions,
): Promise<{ records: HistoryRecord[]; before: number | null }> {
  const { store, name, trusted } = environment;
  const { head } = (await readHead(store, name, trusted)) ?? {};
  const newest = head && (before === undefined ? head.log : await findAuditLogEntry(environment, head, before - 1));
  if (!newest) return { records: [], before: null };
  const read = createCompositionReader(environment);
  const records: HistoryRecord[] = [];
  // Its changes are the differences from the entry before, which comes next.
  let matching: AuditLogEntry | null = null;
  const add = async (previous: AuditLogEntry | null) => {
    if (!matching) return;
    const record = await loadRecord(read, matching, previous);
    matching = null;
    if (matchesRecord(record, filter)) records.push(record);
  };
  let searched = 0;
  for await (const entry of readAuditLog(store, newest, trusted)) {
    await add(entry);
    if (Date.parse(entry.at) < (filter.since ?? 0)) return { records, before: null };
    if (records.length === limit || searched === maxSearched) return { records, before: entry.seq + 1 };
    searched += 1;
    if (matchesEntry(entry, filter)) matching = entry;
  }
  await add(null);
  return { records, before: null };
}
