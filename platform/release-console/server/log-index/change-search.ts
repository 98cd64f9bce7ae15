import type { NoticeEntry } from '@shop/releases/history/halt-notices';
import type { HistoryFilter, HistoryOptions } from '@shop/releases/history/read-history';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { sql } from 'kysely';
import type { ServiceDatabase } from '../database/database';
import { getLiveTerm, noticeTerm, toCondition } from './change-row';

/** Newest changes that are searched first. */
const newestRows = 200;
/** Changes from which notices follow, at most. */
const maxNotices = 200;

type Page = Pick<HistoryOptions, 'before' | 'limit'>;

const hasTerms = (terms: readonly string[]) => sql<boolean>`terms @> ${terms}::text[]`;

/** Selects from the rows of an environment. */
export const selectChangeRows = (db: ServiceDatabase, env: string) => db.selectFrom('change').where('env', '=', env);

/** Creates the searches in the rows of the index. */
export function createChangeSearch(db: ServiceDatabase) {
  /**
   * Searches the changes of an environment, newest first. The search index gives all rows with a term, which PostgreSQL sorts, and
   * an app that changes often has thousands. So the newest rows are searched first, one after the other.
   */
  const search = async <Row>(
    env: string,
    { before = Number.MAX_SAFE_INTEGER, limit }: Page,
    select: (rows: ReturnType<typeof selectChangeRows>) => { execute: () => Promise<Row[]> },
  ): Promise<Row[]> => {
    const rows = selectChangeRows(db, env).where('seq', '<', before);
    const newest = rows.selectAll().orderBy('seq', 'desc').limit(newestRows);
    const recent = await select(db.selectFrom(newest.as('change'))).execute();
    return recent.length < limit ? select(rows).execute() : recent;
  };

  /** Finds changes, newest first. @returns References to their entries. */
  const find = (env: string, filter: HistoryFilter, { before, limit }: Page): Promise<DocumentRef[]> => {
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
    (await selectChangeRows(db, env).select('note').where('seq', '=', seq).executeTakeFirst())?.note ?? null;

  /** Lists the changes since a time from which notices of halted canaries follow, newest first. */
  const listNoticeEntries = async (env: string, since: number): Promise<NoticeEntry[]> => {
    const notices = selectChangeRows(db, env)
      .select('note')
      .where(hasTerms([noticeTerm]))
      .where('at', '>=', new Date(since));
    return (await notices.orderBy('seq', 'desc').limit(maxNotices).execute()).map(({ note }) => note);
  };

  return { find, findLiveChanges, findChange, listNoticeEntries };
}
