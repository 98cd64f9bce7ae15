import { HttpError } from '../errors/http-error';

/**
 * Refuses text with a NUL character anywhere in a request part: PostgreSQL cannot store it, and no shopper types it.
 *
 * @throws HttpError 400.
 */
export function assertNoNulCharacters(...parts: unknown[]): void {
  // A stack of our own: a body of brackets may nest deeper than calls can.
  const waiting = [...parts];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) {
      throw new HttpError(400, 'The request contains a character that cannot be stored.');
    }
    if (typeof value === 'object' && value !== null) {
      for (const [key, entry] of Object.entries(value)) waiting.push(key, entry);
    }
  }
}
