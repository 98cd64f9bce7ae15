import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { createSigner } from '../signer/create-signer';
import { computeKeyId } from '../signing/keys';
import { createMemoryStore } from './memory-store';
import { createTestEnvironment, type TestEnvironment } from './test-environment';

const Stored = v.object({ publicKey: v.string(), objects: v.record(v.string(), v.string()) });

/**
 * Opens the store `stores/schema-2.json` in memory. The version before decision 0082 made its documents: a promotion, a rollback,
 * a canary of mf-content at 60 % with a stage, one of mf-cart at 50 % with a group, and the composition of both.
 */
export function openSchema2Shop(): TestEnvironment & { objects: Map<string, Uint8Array> } {
  const file = path.join(import.meta.dirname, 'stores/schema-2.json');
  const { publicKey: pem, objects: texts } = v.parse(Stored, JSON.parse(readFileSync(file, 'utf8')));
  const objects = new Map(Object.entries(texts).map(([key, text]) => [key, new Uint8Array(Buffer.from(text))]));
  const environment = createTestEnvironment(createMemoryStore(objects));
  const publicKey = createPublicKey(pem);
  const trusted = new Map([...environment.trusted, [computeKeyId(publicKey), publicKey] as const]);
  return { ...environment, trusted, signer: createSigner(environment.signingKey, trusted), objects };
}
