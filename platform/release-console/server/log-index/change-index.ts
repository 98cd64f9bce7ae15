import type { HistoryRecord } from '@shop/releases/history/read-history';
import type { Environment } from '@shop/releases/state/environment';
import { type Head, readHead } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ServiceDatabase } from '../database/database';
import { createChangeSearch } from './change-search';
import { createGapFilling, type IndexState, isComplete } from './gap-filling';

export type ChangeIndex = ReturnType<typeof createChangeIndex>;

/**
 * Creates the index of the changes of all environments. The audit log is the truth: the index contains the hash of each entry,
 * is checked for gaps when the process begins, and is completed from the log, newest change first.
 */
export function createChangeIndex(db: ServiceDatabase, store: ReleaseStore) {
  const states = new Map<string, Promise<IndexState>>();
  const abort = new AbortController();
  const startFilling = createGapFilling(db, store, abort.signal);

  /** Begins with the rows of earlier processes. Those after HEAD belong to a release store that was replaced by a backup. */
  const begin = async (env: string, seq: number): Promise<IndexState> => {
    await db.deleteFrom('change').where('env', '=', env).where('seq', '>', seq).execute();
    return { seq, newest: '', isChecked: false, gaps: [], filling: null };
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

  return { ...createChangeSearch(db), follow, discard, whenIdle, stop };
}

/** Whether records of the index follow each other in the audit log, without one between them. */
export const isChain = (records: readonly HistoryRecord[], refs: readonly DocumentRef[]): boolean =>
  records.every(({ entry }, index) => index === refs.length - 1 || entry.previous?.sha256 === refs[index + 1]?.sha256);
