import type { ErrorList } from '../../api/responses';
import { useErrorsQuery } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

/** Milliseconds between two loads. Gateways write new reports several times a minute. */
const reloadInterval = 30_000;

export type ErrorsState =
  | { kind: 'loading' }
  | { kind: 'failed'; problem: string; retry: () => void }
  | { kind: 'ready'; list: ErrorList };

/** Loads the errors of an environment. @param app  Empty for all apps. @param period  The server refuses an unknown period. */
export function useErrors(env: string, app: string, period: string): ErrorsState {
  const { currentData, error, isFetching, refetch } = useErrorsQuery(
    { env, app: app || undefined, period },
    { pollingInterval: reloadInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  if (currentData && !error) return { kind: 'ready', list: currentData };
  const problem = getErrorResponse(error);
  if (!problem || isFetching) return { kind: 'loading' };
  return { kind: 'failed', problem: problem.error, retry: () => void refetch() };
}
