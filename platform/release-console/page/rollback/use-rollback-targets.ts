import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { AppChange, ChangeNote, EnvironmentView } from '../../api/responses';
import { useHistoryInfiniteQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

/** A change to roll back to, and the app changes of that rollback. */
export interface RollbackTarget extends ChangeNote {
  changes: AppChange[];
}

export interface RollbackTargets {
  /** Newest first. Changes with the live composition are left out. */
  targets: RollbackTarget[];
  isLoading: boolean;
  problem: string | null;
  /** Loads older changes; null when there are none. */
  loadMore: (() => void) | null;
}

/** Loads the changes that an environment, or one of its apps, can roll back to. */
export function useRollbackTargets({ name, composition }: EnvironmentView, app?: string): RollbackTargets {
  const { currentData, error, isFetching, hasNextPage, fetchNextPage } = useHistoryInfiniteQuery(name);
  const entries = currentData?.pages.flatMap((page) => page.entries) ?? [];
  const targets = entries.flatMap((entry): RollbackTarget[] => {
    const all = compareCompositions(composition, entry.composition);
    // An app that was not live then cannot be rolled back on its own.
    const changes = app ? all.filter((change) => change.app === app && change.after !== null) : all;
    return changes.length > 0 ? [{ ...entry, changes }] : [];
  });
  return {
    targets,
    isLoading: isFetching && !currentData,
    problem: currentData ? null : (getErrorResponse(error)?.error ?? null),
    loadMore: hasNextPage ? () => void fetchNextPage() : null,
  };
}
