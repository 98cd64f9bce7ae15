import type { Problem } from '../../api/responses';

const isProblem = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string';

/** What a failed call has to say, in one sentence; with the gates' findings when they refused. Null when none failed. */
export function problemOf(error: unknown): Problem | null {
  if (error === undefined || error === null) return null;
  if (typeof error === 'object' && 'data' in error && isProblem(error.data)) return error.data;
  return { error: 'The console cannot be reached: see whether it still runs, then try again.' };
}
