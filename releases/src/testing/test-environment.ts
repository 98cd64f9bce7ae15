import { generateKeyPairSync } from 'node:crypto';
import { computeKeyId } from '../signing/keys';
import type { Author, Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';

/** Creates an environment with a new key pair. */
export function createTestEnvironment(
  store: ReleaseStore,
  name = 'production',
): Required<Omit<Environment, 'authorize' | 'slotRules'>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = computeKeyId(publicKey);
  return { store, name, trusted: new Map([[id, publicKey]]), signingKey: { id, privateKey } };
}

/** Author of changes in tests. */
export const testAuthor: Author = { by: 'asha', reason: 'a test' };

/** Gates without findings. */
export const passingGates = { check: async () => [] };
