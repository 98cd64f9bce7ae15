import type { SerializedError } from '@reduxjs/toolkit';

/**
 * Why a call gave no data.
 * - `status`: the server answered with an error; `message` is its `error` field, or empty.
 * - `no-response`: nothing came back (offline, refused, timed out, blocked).
 * - `malformed`: an answer came that the contract does not allow.
 */
export type ApiError =
  | { kind: 'status'; status: number; message: string }
  | { kind: 'no-response'; message: string }
  | { kind: 'malformed'; message: string };

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'kind' in error;

/** Narrows what an RTK Query hook or `unwrap()` reports; an exception in our own code counts as malformed. */
export function toApiError(error: ApiError | SerializedError | unknown): ApiError {
  if (isApiError(error)) return error;
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return { kind: 'malformed', message };
}

/** True when the server said that the thing does not exist. */
export function isNotFound(error: ApiError | SerializedError | undefined): boolean {
  const known = error && toApiError(error);
  return known?.kind === 'status' && known.status === 404;
}
