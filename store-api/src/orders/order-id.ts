import { randomInt } from 'node:crypto';
import { readOrderNumber } from '@shop/api-contract/typed-text';

/** Crockford's base32 alphabet. It omits I, L, O and U, so that people can read a code aloud and type it. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a random code. @param length Number of characters, each with five random bits. */
export function createHumanReadableCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Creates an order id such as `TT-7Q2M9KX4HB`. It has 50 random bits and is safe in URLs. */
export function createOrderId(): string {
  return `TT-${createHumanReadableCode(10)}`;
}

/** Normalizes a typed order id. It accepts what `readOrderNumber` does, any case, a missing dash, O for 0, and I or L for 1. */
export function normalizeOrderId(typed: string): string {
  const code = readOrderNumber(typed)
    .toUpperCase()
    .replace(/^TT(?![A-Z0-9]{0,9}$)/, '')
    .replace(/[-\s?]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return `TT-${code}`;
}
