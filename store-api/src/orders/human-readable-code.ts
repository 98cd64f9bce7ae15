import { randomInt } from 'node:crypto';

/** Crockford's base32 alphabet. It omits I, L, O and U, so that people can read a code aloud and type it. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a random code. @param length Number of characters, each with five random bits. */
export function createHumanReadableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
