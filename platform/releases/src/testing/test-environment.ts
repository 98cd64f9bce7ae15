import { generateKeyPairSync } from 'node:crypto';
import type { CheckComposition } from '../gates/run-gates';
import { createSigner } from '../signer/create-signer';
import { computeKeyId, readSigningKey, readTrustedKeys } from '../signing/keys';
import type { SigningKey } from '../signing/signed-document';
import type { Author, Environment } from '../state/environment';
import { gateNames } from '../state/signer';
import type { ReleaseStore } from '../store/release-store';

/** An environment whose key tests may use to sign any document. Its signer is in this process. */
export interface TestEnvironment extends Required<Omit<Environment, 'authorize' | 'reauthorize' | 'loadRules'>> {
  signingKey: SigningKey;
}

/** Creates an environment with a new key pair. */
export function createTestEnvironment(store: ReleaseStore, name = 'production'): TestEnvironment {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signingKey = { id: computeKeyId(publicKey), privateKey };
  const trusted = new Map([[signingKey.id, publicKey]]);
  return { store, name, trusted, signer: createSigner(signingKey, trusted), signingKey };
}

/** Opens an environment with the keys of a folder. */
export async function openTestEnvironment(store: ReleaseStore, keys: string): Promise<TestEnvironment> {
  const [signingKey, trusted] = await Promise.all([readSigningKey(keys), readTrustedKeys(keys)]);
  return { store, name: 'production', trusted, signer: createSigner(signingKey, trusted), signingKey };
}

/** Author of changes in tests. */
export const testAuthor: Author = { by: 'asha', reason: 'a test' };

/** Creates gates that have all run, with the findings of a function. */
export const createTestCheck =
  (find: CheckComposition): CheckComposition =>
  (candidate) => {
    for (const gate of gateNames) candidate.onGateRun?.(gate);
    return find(candidate);
  };

/** Gates without findings. */
export const passingGates = { check: createTestCheck(async () => []) };
