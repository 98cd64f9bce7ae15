import {
  findLoggedCanary,
  formatRecord,
  type HistoryFilter,
  type HistoryRecord,
  matchesRecord,
  readHistory,
  readListedRecords,
} from '@shop/releases/history/read-history';
import { readSources } from '@shop/releases/history/read-sources';
import { findChangeAt, readStateAt } from '@shop/releases/history/state-at';
import { HttpError, type ParsedQuery } from '@shop/releases/service-api/requests';
import type { ChangeNote, HistoryEntry, HistoryPage, StateAt } from '@shop/releases/service-api/responses';
import type { Environment } from '@shop/releases/state/environment';
import { readHead } from '@shop/releases/state/head';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { type ChangeIndex, isChain } from '../log-index/change-index';

const entriesPerPage = 25;
/** Entries of the audit log that one request searches while the index is built. The page continues the search on request. */
const maxSearchedEntries = 500;

export const toChangeNote = ({ seq, at, by, action, reason }: ChangeNote): ChangeNote => ({
  seq,
  at,
  by,
  action,
  reason,
});

async function toHistoryEntry(
  source: Pick<Environment, 'store' | 'loadRules'>,
  record: HistoryRecord,
): Promise<HistoryEntry> {
  const { entry, live, changes } = record;
  return {
    ...toChangeNote(entry),
    text: formatRecord(record),
    isForced: entry.isForced,
    findings: entry.findings,
    composition: live,
    canary: findLoggedCanary(record),
    ...(entry.app === undefined ? {} : { app: entry.app }),
    halted: entry.halted.map((canary) => {
      const { share, changes: had } = record.ended.find(({ id }) => id === canary.id) ?? {};
      return { ...canary, ...(share === undefined ? {} : { share }), ...(had ? { changes: had } : {}) };
    }),
    changes,
    sources: await readSources(source, changes),
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
  index: ChangeIndex,
  { before, ...filter }: Omit<ParsedQuery<'history'>, 'env'>,
): Promise<HistoryPage> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  if (!found) return { entries: [], before: null };
  const search = { filter, before, limit: entriesPerPage };
  const listed = (await index.follow(environment, found.head)) && (await readFromIndex(environment, index, search));
  const { records, before: next } =
    listed || (await readHistory(environment, { ...search, maxSearched: maxSearchedEntries }));
  const rules = await environment.loadRules?.();
  const source = { store: environment.store, loadRules: async () => rules };
  const entries = await Promise.all(records.map((record) => toHistoryEntry(source, record)));
  return { entries, before: next };
}

/**
 * Loads what visitors had at a time.
 *
 * @param at  Unix milliseconds.
 * @param visitorId  The id of a visitor's cookie. Default: of no visitor in particular.
 * @throws {HttpError} 404 for a time before the first change.
 */
export async function loadStateAt(
  environment: Environment,
  index: ChangeIndex,
  at: number,
  visitorId?: string,
): Promise<StateAt> {
  const { store, name, trusted } = environment;
  const found = await readHead(store, name, trusted);
  const isIndexed = found && (await index.follow(environment, found.head));
  const [listed] = isIndexed ? await index.find(name, { until: at + 1 }, { limit: 1 }) : [];
  const ref = listed ?? (await findChangeAt(environment, at));
  if (ref) return readStateAt(environment, ref, visitorId);
  throw new HttpError(404, `${name} has no change before this time: give a later one.`);
}

/** Reads the changes that the index finds. @returns Null when the index differs from the log. It is then built again. */
async function readFromIndex(
  environment: Environment,
  index: ChangeIndex,
  { filter, before, limit }: { filter: HistoryFilter; before: number | undefined; limit: number },
): Promise<{ records: HistoryRecord[]; before: number | null } | null> {
  const refs = await index.find(environment.name, filter, { before, limit: limit + 1 });
  try {
    const records = await readListedRecords(environment, refs.slice(0, limit));
    const isUnfiltered = Object.values(filter).every((part) => part === undefined);
    if (records.every((record) => matchesRecord(record, filter)) && (!isUnfiltered || isChain(records, refs))) {
      return { records, before: refs.length > limit ? (records.at(-1)?.entry.seq ?? null) : null };
    }
  } catch (error) {
    if (!(error instanceof CorruptDocumentError)) throw error;
  }
  await index.discard(environment.name);
  return null;
}
