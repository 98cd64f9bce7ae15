import type { SerializedError } from '@reduxjs/toolkit';

/**
 * Reason why a call returned no data.
 * - `status`: the server responded with an error status. `message` is the `error` field of the response, or empty. `retryAfter` is
 *   the number of seconds after which the call may be sent again, where the response names it.
 * - `no-response`: there was no complete response (offline, connection refused, timeout, blocked, cut off).
 * - `malformed`: the response does not match the API contract. `isForeign`: it is not JSON by its type, such as the page of a proxy.
 */
export type ApiError =
  | { kind: 'status'; status: number; message: string; retryAfter?: number | undefined }
  | { kind: 'no-response'; message: string }
  | { kind: 'malformed'; message: string; isForeign?: true };

const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'kind' in error;

/** An exception in our own code. A call that the shopper aborted and a chunk that did not load have other names. */
const isException = ({ name }: Partial<Error>): boolean => /^(|Type|Reference|Range|Syntax)Error$/.test(name ?? '');

/** Exceptions that were reported. A hook may convert one twice. */
const reported = new WeakSet<object>();

/**
 * Converts an error of an RTK Query hook or of `unwrap()`. An exception in our own code counts as malformed.
 *
 * One that the code of a screen throws is reported once, because the screen shows it as a failure message. The browser handles it
 * like an uncaught error: telemetry counts it for the app and version in its stack, and the smoke test fails. Node has no
 * `reportError`. The Redux store reports those in the code of an endpoint, which RTK Query stores as plain objects.
 *
 * @example const { kind, message } = toApiError(error);
 */
export function toApiError(error: ApiError | SerializedError | unknown): ApiError {
  if (isApiError(error)) return error;
  if (typeof error !== 'object' || error === null) return { kind: 'malformed', message: '' };
  if (error instanceof Error && isException(error) && !reported.has(error)) {
    reported.add(error);
    globalThis.reportError?.(error);
  }
  const message = 'message' in error ? String(error.message) : '';
  return { kind: 'malformed', message };
}

/**
 * Gives the error of a failed call that the code of a release has caused: the API refuses the request with 400, the response is
 * malformed, or the code of the endpoint throws. Undefined for every other failure.
 *
 * @param endpointName Its prefix says which remote makes the call. An exception has its stack instead.
 */
export function toCodeError(endpointName: string, error: ApiError | SerializedError): Error | undefined {
  if (!isApiError(error)) return isException(error) ? Object.assign(new Error(), error) : undefined;
  if (error.kind === 'malformed') {
    return error.isForeign ? undefined : new Error(`${endpointName}: ${error.message || error.kind}`);
  }
  // A shopper can cause the 400 of a sign-in or a registration.
  const isRefused = error.kind === 'status' && error.status === 400 && !endpointName.startsWith('session');
  return isRefused ? new Error(`${endpointName}: status 400`) : undefined;
}

/** True when the server responded with 404. */
export function isNotFound(error: ApiError | SerializedError | undefined): boolean {
  const known = error && toApiError(error);
  return known?.kind === 'status' && known.status === 404;
}
