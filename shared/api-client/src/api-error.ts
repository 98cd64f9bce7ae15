import type { SerializedError } from '@reduxjs/toolkit';

/**
 * Reason why a call returned no data.
 * - `status`: the server responded with an error status. `message` is the `error` field of the response, or empty. `retryAfter` is
 *   the number of seconds after which the call may be sent again, where the response names it.
 * - `no-response`: there was no response (offline, connection refused, timeout, blocked).
 * - `malformed`: the response does not match the API contract.
 */
export type ApiError =
  | { kind: 'status'; status: number; message: string; retryAfter?: number | undefined }
  | { kind: 'no-response'; message: string }
  | { kind: 'malformed'; message: string };

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'kind' in error;

/** Exceptions that were reported. React may convert one error in many renders. */
const reported = new WeakSet<object>();

/**
 * Reports an exception in our own code that a screen shows as a failure message. The browser handles it like an uncaught error:
 * telemetry counts it for the app and version in its stack, and the smoke test fails. A call that the shopper aborted and a chunk
 * that did not load have other names. RTK Query stores exceptions as plain objects. Node has no `reportError`: the server sends
 * the page without content.
 */
function reportException(thrown: Partial<Error>): void {
  if (reported.has(thrown) || !/^(|Type|Reference|Range|Syntax)Error$/.test(thrown.name ?? '')) return;
  reported.add(thrown);
  globalThis.reportError?.(thrown instanceof Error ? thrown : Object.assign(new Error(), thrown));
}

/**
 * Converts an error of an RTK Query hook or of `unwrap()`. An exception in our own code counts as malformed, and is reported to
 * telemetry once.
 *
 * @example const { kind, message } = toApiError(error);
 */
export function toApiError(error: ApiError | SerializedError | unknown): ApiError {
  if (isApiError(error)) return error;
  if (typeof error !== 'object' || error === null) return { kind: 'malformed', message: '' };
  reportException(error);
  const message = 'message' in error ? String(error.message) : '';
  return { kind: 'malformed', message };
}

/** True when the server responded with 404. */
export function isNotFound(error: ApiError | SerializedError | undefined): boolean {
  const known = error && toApiError(error);
  return known?.kind === 'status' && known.status === 404;
}
