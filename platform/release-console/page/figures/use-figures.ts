import type { VersionHistory } from '../../api/responses';
import { useFiguresQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

export type FiguresState =
  | { kind: 'loading' }
  | { kind: 'failed'; problem: string; retry: () => void }
  | { kind: 'empty' }
  | { kind: 'ready'; versions: VersionHistory[] };

/** Loads the figures of an environment for 30 days. @param app  Empty for all apps. */
export function useFigures(env: string, app: string): FiguresState {
  const { currentData, error, isFetching, refetch } = useFiguresQuery(
    { env, app: app || undefined },
    { refetchOnMountOrArgChange: true },
  );
  if (currentData && !error)
    return currentData.length > 0 ? { kind: 'ready', versions: currentData } : { kind: 'empty' };
  const problem = getErrorResponse(error);
  if (!problem || isFetching) return { kind: 'loading' };
  return { kind: 'failed', problem: problem.error, retry: () => void refetch() };
}
