import { Alert, Button, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { getErrorResponse } from '../api/console-api';

export interface ProblemProps {
  /** Error of an API call. Nothing is shown without one. */
  error: unknown;
  /** Sends the request again. Default: no button. */
  onRetry?: () => void;
  /** Whether the request is being sent again. */
  isRetrying?: boolean;
}

/** The message of a failed request. It takes a line of its own in a row. */
export function Problem({ error, onRetry, isRetrying = false }: ProblemProps) {
  if (error === undefined || error === null) return null;
  const retry = onRetry && (
    <Button color="inherit" size="small" loading={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <Alert severity="error" action={retry} sx={{ flexBasis: '100%' }}>
      {getErrorResponse(error).error}
    </Alert>
  );
}

export interface QueryResultProps<Data> {
  query: { currentData?: Data; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** What is loading, for screen readers. */
  what: string;
  /** CSS pixels of the placeholder until the first response. Default: 320. */
  height?: number;
  children: (data: Data) => ReactNode;
}

/**
 * The data of a query. A failed request is shown with a button that sends it again. Earlier data stays below it, with a dialog that
 * is open and what was typed there.
 */
export function QueryResult<Data>({ query, what, height = 320, children }: QueryResultProps<Data>) {
  const { currentData, error, isFetching, refetch } = query;
  const problem = error ? <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null;
  if (currentData !== undefined) {
    return (
      <>
        {problem}
        {children(currentData)}
      </>
    );
  }
  if (problem) return problem;
  return <Skeleton variant="rounded" height={height} role="status" aria-label={`Loading ${what}`} />;
}
