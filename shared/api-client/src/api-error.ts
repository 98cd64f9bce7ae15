import type { SerializedError } from '@reduxjs/toolkit';

/**
 * Reason why a call returned no data.
 * - `status`: the server responded with an error status. `message` is the `error` field of the response, or empty.
 * - `no-response`: there was no response (offline, connection refused, timeout, blocked).
 * - `malformed`: the response does not match the API contract.
 */
export type ApiError =
  | { kind: 'status'; status: number; message: string }
  | { kind: 'no-response'; message: string }
  | { kind: 'malformed'; message: string };

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'kind' in error;

/**
 * Converts an error of an RTK Query hook or of `unwrap()`. An exception in our own code counts as malformed.
 *
 * @example const { kind, message } = toApiError(error);
 */
export function toApiError(error: ApiError | SerializedError | unknown): ApiError {
  if (isApiError(error)) return error;
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return { kind: 'malformed', message };
}

/** True when the server responded with 404. */
export function isNotFound(error: ApiError | SerializedError | undefined): boolean {
  const known = error && toApiError(error);
  return known?.kind === 'status' && known.status === 404;
}
