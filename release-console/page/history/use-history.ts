import type { HistoryEntry } from '../../api/responses';
import { useHistoryInfiniteQuery } from '../api/console-api';
import { problemOf } from '../api/error-response';

export interface History {
  /** Newest first. */
  entries: HistoryEntry[];
  isLoading: boolean;
  isLoadingMore: boolean;
  problem: string | null;
  /** Null at the beginning of the history. */
  loadMore: (() => void) | null;
}

/** The changes of an environment, page by page. */
export function useHistory(env: string): History {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useHistoryInfiniteQuery(env);
  return {
    entries: currentData?.pages.flatMap((page) => page.entries) ?? [],
    isLoading: isFetching && !currentData,
    isLoadingMore: isFetchingNextPage,
    problem: problemOf(error)?.error ?? null,
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
