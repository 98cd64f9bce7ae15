import { HttpError } from '../errors/http-error';

/**
 * Rejects a request with a key or text that PostgreSQL cannot store: a NUL character, or half of a surrogate pair.
 *
 * @param parts Parsed parts of the request: parameters, query and body.
 * @throws {HttpError} 400.
 */
export function assertStorableText(...parts: unknown[]): void {
  // The loop is iterative because a hostile body may be nested deeper than the call stack.
  const queue = [...parts];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw new HttpError(400, 'The request contains a character that cannot be stored.');
    }
    if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) queue.push(key, entry);
    }
  }
}
