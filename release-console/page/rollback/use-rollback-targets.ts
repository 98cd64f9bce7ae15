import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { AppChange, ChangeNote, EnvironmentView } from '../../api/responses';
import { useHistoryInfiniteQuery } from '../api/console-api';
import { problemOf } from '../api/error-response';

/** A change to go back to, and what going back would change. */
export interface RollbackTarget extends ChangeNote {
  changes: AppChange[];
}

export interface RollbackTargets {
  /** Newest first; each other than what is live. */
  targets: RollbackTarget[];
  isLoading: boolean;
  problem: string | null;
  /** Null at the beginning of the history. */
  loadMore: (() => void) | null;
}

/** What an environment, or one app of it, can go back to. */
export function useRollbackTargets({ name, composition }: EnvironmentView, app?: string): RollbackTargets {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage } = useHistoryInfiniteQuery(name);
  const entries = currentData?.pages.flatMap((page) => page.entries) ?? [];
  const targets = entries.flatMap((entry): RollbackTarget[] => {
    const all = compareCompositions(composition, entry.composition);
    // An app that was not there then cannot go back alone.
    const changes = app ? all.filter((change) => change.app === app && change.after !== null) : all;
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
  return {
    targets,
    isLoading: isFetching && !currentData,
    problem: currentData ? null : (problemOf(error)?.error ?? null),
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
