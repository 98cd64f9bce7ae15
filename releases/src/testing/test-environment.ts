import { generateKeyPairSync } from 'node:crypto';
import { computeKeyId } from '../signing/keys';
import type { Author, Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';

/** An environment with a key pair of its own. */
export function createTestEnvironment(
  store: ReleaseStore,
  name = 'production',
): Required<Omit<Environment, 'authorize'>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = computeKeyId(publicKey);
  return { store, name, trusted: new Map([[id, publicKey]]), signingKey: { id, privateKey } };
}

/** Somebody, for no reason in particular. */
export const testAuthor: Author = { by: 'asha', reason: 'a test' };

/** Gates that find nothing. */
export const passingGates = { check: async () => [] };
