import type { HistoryEntry } from '../../api/responses';
import { useHistoryInfiniteQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

export interface History {
  /** Newest first. */
  entries: HistoryEntry[];
  isLoading: boolean;
  isLoadingMore: boolean;
  problem: string | null;
  /** Loads older changes; null when there are none. */
  loadMore: (() => void) | null;
}

/** Loads the changes of an environment in pages. */
export function useHistory(env: string): History {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useHistoryInfiniteQuery(env);
  return {
    entries: currentData?.pages.flatMap((page) => page.entries) ?? [],
    isLoading: isFetching && !currentData,
    isLoadingMore: isFetchingNextPage,
    problem: getErrorResponse(error)?.error ?? null,
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
