/** The database cannot be opened. The message tells the operator why, and what to do. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}
