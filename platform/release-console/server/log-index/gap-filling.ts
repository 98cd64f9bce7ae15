import { setTimeout as sleep, setImmediate as yieldToOthers } from 'node:timers/promises';
import { readRecords } from '@shop/releases/history/read-history';
import type { Environment } from '@shop/releases/state/environment';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { sql } from 'kysely';
import { type ServiceDatabase, serviceDefinition } from '../database/database';
import { toChangeRow } from './change-row';
import { selectChangeRows } from './change-search';

/** Changes that are read and written at once. Between two slices, other work of the process gets its turn. */
const sliceSize = 50;
/** Rows that are compared at once. */
const checkedRows = 1000;
/** Milliseconds before each of these slices, in which calls have the database for themselves. */
const checkPauseMs = 50;
/** New rows after which the tables get their statistics, and their search indexes are merged. PGlite has no process that does it. */
const vacuumedRows = 1000;

/** What is known of the rows of an environment. */
export interface IndexState {
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

export const isComplete = ({ gaps, isChecked }: IndexState): boolean => isChecked && gaps.length === 0;

/**
 * Finds the rows of a slice, newest first, that do not continue in the row before them.
 *
 * @param from  Number of the newest row of the slice.
 * @returns `below` is the hash of the row before. It is null for the last row of the slice, which has `count` rows.
 */
async function findBreaks(db: ServiceDatabase, env: string, from: number) {
  const rows = selectChangeRows(db, env)
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
}

const isStored = async (db: ServiceDatabase, env: string, { sha256 }: DocumentRef): Promise<boolean> =>
  (await selectChangeRows(db, env).select('seq').where('sha256', '=', sha256).executeTakeFirst()) !== undefined;

/** Replaces the rows up to a number, down to the last record. */
const writeRows = (db: ServiceDatabase, env: string, below: number, rows: readonly ReturnType<typeof toChangeRow>[]) =>
  db.transaction().execute(async (own) => {
    const last = Math.min(...rows.map(({ seq }) => seq));
    const replaced = own.deleteFrom('change').where('env', '=', env).where('seq', '>=', last).where('seq', '<', below);
    await replaced.execute();
    await own
      .insertInto('change')
      .values([...rows])
      // Another instance may write the same rows.
      .onConflict((conflict) => conflict.columns(['env', 'seq']).doNothing())
      .execute();
  });

/**
 * Creates the work that compares the rows of environments with each other, and fills their gaps from the audit log.
 *
 * @param signal  Ends the work after the slice that runs.
 * @returns A function that starts the work on an environment in the background.
 */
export function createGapFilling(db: ServiceDatabase, store: ReleaseStore, signal: AbortSignal) {
  let newRows = 0;

  /**
   * Compares the hash of each row with the one in the row after it, newest first, and adds what is missing to the gaps. Changes
   * that come in the meantime are added between two slices. The other gaps wait: filling them replaces rows that are compared.
   *
   * @param onSlice  Called after each slice of rows.
   */
  const check = async (environment: Environment, state: IndexState, onSlice: () => void) => {
    const { name: env } = environment;
    let from: number | null = state.seq;
    while (from !== null && !signal.aborted) {
      await sleep(checkPauseMs);
      const breaks = await findBreaks(db, env, from);
      from = null;
      for (const { seq, previous, below, count } of breaks) {
        if (below === null && Number(count) === checkedRows) from = Number(seq);
        else if (previous) state.gaps.push(previous);
      }
      onSlice();
      while (state.gaps[0]?.sha256 === state.newest && !signal.aborted) {
        await fillGap(environment, state, onSlice);
      }
    }
    state.isChecked = from === null;
  };

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
      await writeRows(db, env, Math.min(below, (slice[0]?.seq ?? 0) + 1), slice);
      below = slice.at(-1)?.seq ?? 0;
      newRows += slice.length;
      slice = [];
      if (next) end(next);
      onSlice();
      await yieldToOthers();
    };
    try {
      if (await isStored(db, env, gap)) next = null;
      else {
        const lower = selectChangeRows(db, env).select(['seq', 'sha256']).orderBy('seq', 'desc');
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
          if (signal.aborted || state.gaps[0] !== current) return;
        }
      }
    } finally {
      await flush();
    }
    end(null);
  };

  const fill = async (environment: Environment, state: IndexState, onSlice: () => void) => {
    const fillGaps = async () => {
      while (state.gaps.length > 0 && !signal.aborted) await fillGap(environment, state, onSlice);
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

  return startFilling;
}
