import type { ErrorResponse } from '../../api/responses';

const isErrorResponse = (data: unknown): data is ErrorResponse =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string';

/** Converts the error of an API call to its message and findings. @returns Null when there is no error. */
export function getErrorResponse(error: unknown): ErrorResponse | null {
  if (error === undefined || error === null) return null;
  if (typeof error === 'object' && 'data' in error && isErrorResponse(error.data)) return error.data;
  return { error: 'The console cannot be reached: check that it is running, then try again.' };
}
