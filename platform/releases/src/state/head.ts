import * as v from 'valibot';
import { Canary, CanaryPair } from '../canaries/canary';
import { CanaryOfSchemaOne, convertCanary } from '../canaries/convert-head';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { DocumentReader } from '../store/release-store';

const Lock = v.object({ by: v.string(), reason: v.string(), at: v.string() });

const common = {
  env: v.string(),
  /** Rises with every change. A gateway rejects a HEAD with a lower number than it has seen. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: DocumentRef,
  /** Locks by app. `*` locks the environment. */
  locks: v.record(v.string(), Lock),
  /** The audit log entry of this change. Each entry refers to the previous one. */
  log: DocumentRef,
};

/** `env/<env>/HEAD.json`: the live state of an environment. Its only mutable document. */
const Head = v.object({
  schema: v.literal(2),
  ...common,
  /** The running canaries, oldest first. No two of them change the same app. */
  canaries: v.array(Canary),
  /** The composition of every two canaries. */
  pairs: v.array(CanaryPair),
});
export type Head = v.InferOutput<typeof Head>;

/** HEAD of an environment with one canary at most, as earlier versions of this software wrote it. */
const HeadOfSchemaOne = v.object({ schema: v.literal(1), ...common, canary: v.nullable(CanaryOfSchemaOne) });

const StoredHead = v.variant('schema', [HeadOfSchemaOne, Head]);

/** @returns The key of HEAD. */
export const getHeadKey = (env: string) => `env/${env}/HEAD.json`;

/** Parses a HEAD that was just signed. @throws {CorruptDocumentError} When its key is not trusted. */
export const parseHead = (bytes: Uint8Array, key: string, trusted: TrustedKeys): Head =>
  verifyDocument('head', Head, bytes, key, trusted);

/**
 * Reads HEAD of an environment. A HEAD of schema 1 is converted, and the next change writes it as schema 2.
 *
 * @returns With the tag that a swap needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD is invalid, or of another environment.
 */
export async function readHead(
  store: DocumentReader,
  env: string,
  trusted: TrustedKeys,
): Promise<{ head: Head; tag: string } | null> {
  const key = getHeadKey(env);
  const stored = await store.get(key);
  if (!stored) return null;
  const found = verifyDocument('head', StoredHead, stored.bytes, key, trusted);
  const head = found.schema === 2 ? found : await convertHead(store, found, trusted);
  if (head.env !== env)
    throw new CorruptDocumentError(`${key} is the head of ${head.env}: it was copied to a wrong key`);
  return { head, tag: stored.tag };
}

async function convertHead(
  store: DocumentReader,
  { canary, ...head }: v.InferOutput<typeof HeadOfSchemaOne>,
  trusted: TrustedKeys,
): Promise<Head> {
  return {
    ...head,
    schema: 2,
    canaries: canary ? [await convertCanary(store, head, canary, trusted)] : [],
    pairs: [],
  };
}
