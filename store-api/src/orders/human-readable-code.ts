import { randomInt } from 'node:crypto';

/** Crockford's base32: no I, L, O or U, so a code can be read aloud and typed again. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code of so many characters, five bits each. */
export function createHumanReadableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
