import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import { readCookie } from '../http/cookies';

/** Where the company's sign-in puts the token with the groups of a customer. */
export interface TokenSource {
  kind: 'header' | 'cookie';
  /** A header is in lower case. */
  name: string;
}

export interface CustomerGroupsOptions extends TokenSource {
  /** Verifies the token: a public Ed25519 key, or the secret of HMAC-SHA256. */
  key: KeyObject;
}

/** Bytes of a secret that is as hard to guess as a hash of it. */
const minSecretBytes = 32;

/**
 * Reads the key that verifies tokens: a public Ed25519 key as PEM, or a secret.
 *
 * @throws {RangeError} The message says what the text is, without the text.
 */
export function readGroupsKey(text: string): KeyObject {
  if (text.startsWith('-----BEGIN')) {
    const key = readPublicKey(text);
    if (key?.asymmetricKeyType === 'ed25519') return key;
    throw new RangeError('is not a public Ed25519 key: give its PEM, which begins with -----BEGIN PUBLIC KEY-----');
  }
  const bytes = Buffer.from(text);
  if (bytes.length >= minSecretBytes) return createSecretKey(bytes);
  throw new RangeError(`has ${bytes.length} bytes: give ${minSecretBytes} at least, or a public Ed25519 key as PEM`);
}

function readPublicKey(text: string): KeyObject | null {
  // Of a private key Node would compute the public one. The gateway must not have it.
  if (text.includes('PRIVATE KEY')) return null;
  try {
    return createPublicKey(text);
  } catch {
    return null;
  }
}

/**
 * Creates the reader of a visitor's groups: the claim `groups` of a JWT with an end, a list or the text of one group. The algorithm
 * follows from the key, never from the token.
 *
 * @returns Without groups for a visitor whose token is missing, invalid or expired.
 */
export function createCustomerGroups({ kind, name, key }: CustomerGroupsOptions) {
  const algorithms = key.type === 'secret' ? ['HS256'] : ['EdDSA', 'Ed25519'];
  const readToken = (request: FastifyRequest): string =>
    (kind === 'cookie' ? readCookie(request, name) : request.headers[name]?.toString()) ?? '';

  return async (request: FastifyRequest): Promise<readonly string[]> => {
    try {
      const { payload } = await jwtVerify(readToken(request), key, { algorithms, requiredClaims: ['exp'] });
      // Some sign-ins send a list with one group as a text.
      const groups = typeof payload.groups === 'string' ? [payload.groups] : payload.groups;
      return Array.isArray(groups) ? groups.map((group) => String(group).toLowerCase()) : [];
    } catch {
      return [];
    }
  };
}
