import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Random bytes of a token. A token cannot be guessed, so a fast hash is as safe as a slow one. */
const tokenBytes = 32;

/** Creates a token to sign in to the console: 43 letters, digits, `-` and `_`. */
export const createAccessToken = () => randomBytes(tokenBytes).toString('base64url');

/** Hashes a token for a policy file. */
export const hashAccessToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;

/** Compares a token with a hash in constant time. */
export function isMatchingToken(token: string, hash: string): boolean {
  const [actual, expected] = [hashAccessToken(token), hash].map((text) => createHash('sha256').update(text).digest());
  return actual !== undefined && expected !== undefined && timingSafeEqual(actual, expected);
}
