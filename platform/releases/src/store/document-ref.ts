import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { CorruptDocumentError } from './parse-json';
import type { DocumentReader } from './release-store';

export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** A reference to an immutable document: its key, and the hash that its bytes must have. */
export const DocumentRef = v.object({ key: v.string(), sha256: Sha256 });
export type DocumentRef = v.InferOutput<typeof DocumentRef>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads an immutable document and checks its hash.
 *
 * @throws {CorruptDocumentError} When the document is missing or has another hash.
 */
export async function readReferencedDocument(
  store: DocumentReader,
  { key, sha256: expected }: DocumentRef,
): Promise<Uint8Array> {
  const stored = await store.get(key);
  if (!stored) throw new CorruptDocumentError(`${key} is missing from the release store`);
  if (sha256(stored.bytes) !== expected) {
    throw new CorruptDocumentError(`${key} has other bytes than its reference says`);
  }
  return stored.bytes;
}
