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

/** Exceptions that were reported. React may convert one error in many renders. */
const reported = new WeakSet<object>();

/** Names of the errors that the language throws for a mistake in code, such as a call of something that is no function. */
const mistakes = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError'];

/**
 * Reports an exception in our own code that a screen shows as a failure message. The browser handles it like an uncaught error:
 * telemetry counts it for the app and version in its stack, and the smoke test fails. A call that the shopper aborted is no
 * exception.
 */
function reportException(thrown: object): void {
  const { name, message, stack } = thrown as Partial<Error>;
  if (reported.has(thrown) || (name && !(thrown instanceof Error) && !mistakes.includes(name)) || !name) return;
  if (name === 'AbortError' || name === 'ConditionError') return;
  reported.add(thrown);
  // RTK Query stores exceptions as plain objects. Node has no `reportError`: the server sends the page without content.
  globalThis.reportError?.(thrown instanceof Error ? thrown : Object.assign(new Error(message), { name, stack }));
}

/**
 * Converts an error of an RTK Query hook or of `unwrap()`. An exception in our own code counts as malformed, and is reported to
 * telemetry once.
 *
 * @example const { kind, message } = toApiError(error);
 */
export function toApiError(error: ApiError | SerializedError | unknown): ApiError {
  if (isApiError(error)) return error;
  if (typeof error === 'object' && error !== null) reportException(error);
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return { kind: 'malformed', message };
}

/** True when the server responded with 404. */
export function isNotFound(error: ApiError | SerializedError | undefined): boolean {
  const known = error && toApiError(error);
  return known?.kind === 'status' && known.status === 404;
}
