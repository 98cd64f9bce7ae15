import { useHistoryInfiniteQuery } from './console-api';

/** Loads the changes of an environment in pages, newest first. `loadMore` is null when there are no older ones. */
export function useHistory(env: string) {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } =
    useHistoryInfiniteQuery(env);
  return {
    entries: currentData?.pages.flatMap((page) => page.entries) ?? [],
    isLoading: isFetching && !currentData,
    isLoadingMore: isFetchingNextPage,
    error,
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
