import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { NoticeEntry } from '@shop/releases/history/halt-notices';
import { type HistoryFilter, type HistoryRecord, readRecords } from '@shop/releases/history/read-history';
import type { Environment } from '@shop/releases/state/environment';
import { type Head, readHead } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { sql } from 'kysely';
import { type ServiceDatabase, serviceDefinition } from '../database/database';
import { getLiveTerm, noticeTerm, toChangeRow, toCondition } from './change-row';

/** Changes that are read and written at once. Between two slices, other work of the process gets its turn. */
const sliceSize = 50;
/** Rows that are compared at once. */
const checkedRows = 1000;
/** Milliseconds before each of these slices, in which calls have the database for themselves. */
const checkPauseMs = 50;
/** New rows after which the tables get their statistics, and their search indexes are merged. PGlite has no process that does it. */
const vacuumedRows = 1000;
/** Newest changes that are searched first. */
const newestRows = 1000;
/** Changes from which notices follow, at most. */
const maxNotices = 200;

/** What is known of the rows of an environment. */
interface IndexState {
  /** Number and hash of the newest change that was seen. */
  seq: number;
  newest: string;
  /** Whether the rows were compared with each other. */
  isChecked: boolean;
  /** Entries from which the log is read back to the next row, the newest first. Empty: the index is complete. */
  gaps: DocumentRef[];
  /** The work on the gaps, and the slice that runs. */
  filling: { waitForSlice: () => Promise<void>; end: Promise<void> } | null;
}

const isComplete = ({ gaps, isChecked }: IndexState): boolean => isChecked && gaps.length === 0;

const hasTerms = (terms: readonly string[]) => sql<boolean>`terms @> ${terms}::text[]`;

export type ChangeIndex = ReturnType<typeof createChangeIndex>;

/**
 * Creates the index of the changes of all environments. The audit log is the truth: the index contains the hash of each entry,
 * is checked for gaps when the process begins, and is completed from the log, newest change first.
 */
export function createChangeIndex(db: ServiceDatabase, store: ReleaseStore) {
  const states = new Map<string, Promise<IndexState>>();
  const abort = new AbortController();
  let newRows = 0;

  const selectRows = (env: string) => db.selectFrom('change').where('env', '=', env);

  /**
   * Finds the rows of a slice, newest first, that do not continue in the row before them.
   *
   * @param from  Number of the newest row of the slice.
   * @returns `below` is the hash of the row before. It is null for the last row of the slice, which has `count` rows.
   */
  const findBreaks = async (env: string, from: number) => {
    const rows = selectRows(env)
      .select(['seq', 'sha256', 'previous'])
      .where('seq', '<=', from)
      .orderBy('seq', 'desc')
      .limit(checkedRows);
    const pairs = db
      .selectFrom(rows.as('row'))
      .select(['seq', 'previous'])
      .select(sql<string | null>`lead(sha256) over (order by seq desc)`.as('below'))
      .select(({ fn }) => fn.countAll().over().as('count'));
    return db
      .selectFrom(pairs.as('pair'))
      .selectAll()
      .where(sql<boolean>`below is distinct from previous ->> 'sha256'`)
      .orderBy('seq', 'desc')
      .execute();
  };

  /**
   * Compares the hash of each row with the one in the row after it, newest first, and adds what is missing to the gaps. Changes
   * that come in the meantime are added between two slices. The other gaps wait: filling them replaces rows that are compared.
   *
   * @param onSlice  Called after each slice of rows.
   */
  const check = async (environment: Environment, state: IndexState, onSlice: () => void) => {
    const { name: env } = environment;
    let from: number | null = state.seq;
    while (from !== null && !abort.signal.aborted) {
      await sleep(checkPauseMs);
      const breaks = await findBreaks(env, from);
      from = null;
      for (const { seq, previous, below, count } of breaks) {
        if (below === null && Number(count) === checkedRows) from = Number(seq);
        else if (previous) state.gaps.push(previous);
      }
      onSlice();
      while (state.gaps[0]?.sha256 === state.newest && !abort.signal.aborted) {
        await fillGap(environment, state, onSlice);
      }
    }
    state.isChecked = from === null;
  };

  /** Begins with the rows of earlier processes. Those after HEAD belong to a release store that was replaced by a backup. */
  const begin = async (env: string, seq: number): Promise<IndexState> => {
    await db.deleteFrom('change').where('env', '=', env).where('seq', '>', seq).execute();
    return { seq, newest: '', isChecked: false, gaps: [], filling: null };
  };

  const isStored = async (env: string, { sha256 }: DocumentRef): Promise<boolean> =>
    (await selectRows(env).select('seq').where('sha256', '=', sha256).executeTakeFirst()) !== undefined;

  /** Replaces the rows up to a number, down to the last record. */
  const write = (env: string, below: number, rows: readonly ReturnType<typeof toChangeRow>[]) =>
    db.transaction().execute(async (own) => {
      const last = Math.min(...rows.map(({ seq }) => seq));
      const replaced = own
        .deleteFrom('change')
        .where('env', '=', env)
        .where('seq', '>=', last)
        .where('seq', '<', below);
      await replaced.execute();
      await own
        .insertInto('change')
        .values([...rows])
        // Another instance may write the same rows.
        .onConflict((conflict) => conflict.columns(['env', 'seq']).doNothing())
        .execute();
    });

  /** Reads the log back from the newest gap until it meets a row, slice by slice. Stops early when a newer gap comes first. */
  const fillGap = async (environment: Environment, state: IndexState, onSlice: () => void): Promise<void> => {
    const { name: env } = environment;
    const [gap] = state.gaps;
    if (!gap) return;
    const end = (next: DocumentRef | null) => {
      // A newer gap may have come first in the meantime.
      const index = state.gaps.indexOf(current);
      state.gaps.splice(index, 1, ...(next ? [next] : []));
      current = next ?? current;
    };
    let current = gap;
    let below = Number.MAX_SAFE_INTEGER;
    let slice: ReturnType<typeof toChangeRow>[] = [];
    let next: DocumentRef | null = gap;
    const flush = async () => {
      if (slice.length === 0) return;
      await write(env, Math.min(below, (slice[0]?.seq ?? 0) + 1), slice);
      below = slice.at(-1)?.seq ?? 0;
      newRows += slice.length;
      slice = [];
      if (next) end(next);
      onSlice();
      await yieldToOthers();
    };
    try {
      if (await isStored(env, gap)) next = null;
      else {
        const lower = selectRows(env).select(['seq', 'sha256']).orderBy('seq', 'desc');
        let known = await lower.executeTakeFirst();
        for await (const { ref, record } of readRecords({ ...environment, store }, gap)) {
          const { seq, previous } = record.entry;
          if (known && Number(known.seq) >= seq) {
            known = await lower.where('seq', '<=', seq).executeTakeFirst();
            if (known?.sha256 === ref.sha256) {
              next = null;
              break;
            }
          }
          slice.push(toChangeRow(ref, record));
          next = previous;
          if (slice.length === sliceSize) await flush();
          if (abort.signal.aborted || state.gaps[0] !== current) return;
        }
      }
    } finally {
      await flush();
    }
    end(null);
  };

  const fill = async (environment: Environment, state: IndexState, onSlice: () => void) => {
    const fillGaps = async () => {
      while (state.gaps.length > 0 && !abort.signal.aborted) await fillGap(environment, state, onSlice);
    };
    await fillGaps();
    onSlice();
    if (!state.isChecked) await check(environment, state, onSlice);
    await fillGaps();
    if (newRows < vacuumedRows) return;
    newRows = 0;
    await sql`vacuum analyze ${sql.table(`${serviceDefinition.schema}.change`)}`.execute(db);
  };

  const startFilling = (environment: Environment, state: IndexState) => {
    let resolve = () => {};
    const createSlice = () => new Promise<void>((onEnd) => (resolve = onEnd));
    let slice = createSlice();
    const end = fill(environment, state, () => {
      resolve();
      slice = createSlice();
    }).finally(() => {
      state.filling = null;
    });
    // An entry that cannot be read is reported by the history that shows it.
    end.catch(() => undefined);
    state.filling = { waitForSlice: () => Promise.race([slice, end]), end };
    return state.filling;
  };

  const getState = (env: string, seq: number): Promise<IndexState> => {
    const known = states.get(env) ?? begin(env, seq);
    states.set(env, known);
    known.catch(() => states.delete(env));
    return known;
  };

  /**
   * Brings the index of an environment up to its HEAD. The caller waits for the slice of HEAD. The rows of earlier processes are
   * compared in the background, the newest first.
   *
   * @returns Whether the index is complete. Otherwise it has the newest changes, and the work goes on in the background.
   */
  const follow = async (environment: Environment, head: Pick<Head, 'seq' | 'log'>): Promise<boolean> => {
    const { name } = environment;
    let state = await getState(name, head.seq);
    if (head.seq < state.seq) {
      // The caller has read an older HEAD, or a backup has replaced the release store.
      const now = (await readHead(store, name, environment.trusted))?.head;
      if (now && now.seq >= state.seq) return isComplete(state);
      await discard(name, head.seq);
      state = await getState(name, head.seq);
    }
    if (state.newest !== head.log.sha256) {
      state.gaps.unshift(head.log);
      Object.assign(state, { newest: head.log.sha256, seq: head.seq });
    }
    if (isComplete(state)) return true;
    const getFilling = () => state.filling ?? startFilling(environment, state);
    const isMissing = () => state.gaps.some(({ sha256 }) => sha256 === head.log.sha256);
    try {
      getFilling();
      while (isMissing() && !abort.signal.aborted) await getFilling().waitForSlice();
    } catch (error) {
      if (!(error instanceof CorruptDocumentError)) throw error;
    }
    return isComplete(state);
  };

  /** Removes the rows of an environment after a number, all by default. They are built again. */
  const discard = async (env: string, seq = 0): Promise<void> => {
    const state = await states.get(env)?.catch(() => null);
    await state?.filling?.end.catch(() => undefined);
    states.delete(env);
    await db.deleteFrom('change').where('env', '=', env).where('seq', '>', seq).execute();
  };

  /**
   * Searches the changes of an environment, newest first. The search index gives all rows with a term, which PostgreSQL sorts, and
   * an app that changes often has thousands. So the newest rows are searched first, one after the other.
   */
  const search = async <Row>(
    env: string,
    { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
    select: (rows: ReturnType<typeof selectRows>) => { execute: () => Promise<Row[]> },
  ): Promise<Row[]> => {
    const rows = selectRows(env).where('seq', '<', before);
    const newest = rows.selectAll().orderBy('seq', 'desc').limit(newestRows);
    const recent = await select(db.selectFrom(newest.as('change'))).execute();
    return recent.length < limit ? select(rows).execute() : recent;
  };

  /** Finds changes, newest first. @returns References to their entries. */
  const find = (
    env: string,
    filter: HistoryFilter,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<DocumentRef[]> => {
    const { terms, by, reason } = toCondition(filter);
    const { since, until } = filter;
    return search(env, { before, limit }, (rows) => {
      let query = rows.select(['key', 'sha256']).orderBy('seq', 'desc').limit(limit);
      if (terms.length > 0) query = query.where(hasTerms(terms));
      if (by !== undefined) query = query.where(sql<boolean>`position(${by} in "by") > 0`);
      if (reason !== undefined) query = query.where(sql<boolean>`position(${reason} in reasons) > 0`);
      if (since !== undefined) query = query.where('at', '>=', new Date(since));
      if (until !== undefined) query = query.where('at', '<', new Date(until));
      return query;
    });
  };

  /** Finds the newest two changes that gave every visitor another release of an app, or took it away, newest first. */
  const findLiveChanges = async (env: string, app: string): Promise<NoticeEntry[]> => {
    const isLive = hasTerms([getLiveTerm(app)]);
    const found = await search(env, { limit: 2 }, (rows) =>
      rows.select('note').where(isLive).orderBy('seq', 'desc').limit(2),
    );
    return found.map(({ note }) => note);
  };

  /** Finds a change by its number. @returns Null when the index does not have it. */
  const findChange = async (env: string, seq: number): Promise<NoticeEntry | null> =>
    (await selectRows(env).select('note').where('seq', '=', seq).executeTakeFirst())?.note ?? null;

  /** Lists the changes since a time from which notices of halted canaries follow, newest first. */
  const listNoticeEntries = async (env: string, since: number): Promise<NoticeEntry[]> => {
    const notices = selectRows(env)
      .select('note')
      .where(hasTerms([noticeTerm]))
      .where('at', '>=', new Date(since));
    return (await notices.orderBy('seq', 'desc').limit(maxNotices).execute()).map(({ note }) => note);
  };

  /** Waits for the work in the background. */
  const whenIdle = async (): Promise<void> => {
    const known = await Promise.allSettled(states.values());
    const running = known.map((result) => (result.status === 'fulfilled' ? result.value.filling?.end : undefined));
    await Promise.allSettled(running);
  };

  /** Ends the work in the background. The next process continues where it ended. */
  const stop = async (): Promise<void> => {
    abort.abort();
    await whenIdle();
  };

  return { follow, discard, find, findLiveChanges, findChange, listNoticeEntries, whenIdle, stop };
}

/** Whether records of the index follow each other in the audit log, without one between them. */
export const isChain = (records: readonly HistoryRecord[], refs: readonly DocumentRef[]): boolean =>
  records.every(({ entry }, index) => index === refs.length - 1 || entry.previous?.sha256 === refs[index + 1]?.sha256);
