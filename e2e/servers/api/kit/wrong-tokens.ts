import { createHash } from 'node:crypto';

/** A session that is valid. */
interface ValidSession {
  token: string;
  /** E-mail of its account. */
  email: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const flipFirst = (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1);

/** Values of the Authorization header that no server may accept, whatever its tokens are: their names, and how they are made. */
export const wrongTokens: readonly (readonly [name: string, create: (session: ValidSession) => string])[] = [
  ['an empty token', () => 'Bearer '],
  ['an invented token', ({ token }) => `Bearer ${'a'.repeat(token.length)}`],
  ['a condition of SQL', () => `Bearer ' or '1'='1`],
  ['a token with another first character', ({ token }) => `Bearer ${flipFirst(token)}`],
  ['the hash of a token', ({ token }) => `Bearer ${createHash('sha256').update(token).digest('hex')}`],
  ['the wrong scheme', ({ token }) => `Basic ${token}`],
  [
    'an unsigned JSON web token',
    ({ email }) => `Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: email, email })}.`,
  ],
];
