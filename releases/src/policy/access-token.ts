import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of chance in a token: nobody guesses one, so a plain hash keeps it as safe as a slow one would. */
const tokenBytes = 32;

/** A token to sign in to the console with: 43 letters, digits, `-` and `_`. */
export const createAccessToken = () => randomBytes(tokenBytes).toString('base64url');

/** What a policy keeps of a token. */
export const hashAccessToken = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;

/** Whether a token is the one that was hashed; takes as long for a wrong one. */
export function isMatchingToken(token: string, hash: string): boolean {
  const [given, kept] = [hashAccessToken(token), hash].map((text) => createHash('sha256').update(text).digest());
  return given !== undefined && kept !== undefined && timingSafeEqual(given, kept);
}
