import { generateKeyPairSync } from 'node:crypto';
import type { Author, Environment } from '../environment/change-head';
import { keyIdOf } from '../signing/keys';
import type { ReleaseStore } from '../store/release-store';

/** An environment with a key pair of its own. */
export function testEnvironment(store: ReleaseStore, name = 'production'): Required<Omit<Environment, 'permit'>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const id = keyIdOf(publicKey);
  return { store, name, trusted: new Map([[id, publicKey]]), signingKey: { id, privateKey } };
}

/** Somebody, for no reason in particular. */
export const anAuthor: Author = { by: 'asha', reason: 'a test' };

/** Gates that find nothing. */
export const noGates = { check: async () => [] };
