import * as v from 'valibot';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

/** A composition that a part of the visitors gets. */
export const Canary = v.object({
  composition: DocumentRef,
  /** Percentage of the visitors, 0 to 100. With 0, only staff and visitors from listed regions get the canary. */
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** Hashed with the visitor id, so that each canary selects other visitors. */
  salt: v.string(),
  /** Whether all staff get the canary. */
  staff: v.exactOptional(v.literal(true)),
  /** Regions whose visitors all get the canary, as the codes of the deployment's proxy. */
  regions: v.exactOptional(v.array(v.string())),
});

export type Canary = v.InferOutput<typeof Canary>;

const Lock = v.object({ by: v.string(), reason: v.string(), at: v.string() });

/** `env/<env>/HEAD.json`: the live state of an environment. Its only mutable document. */
export const Head = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Rises with every change. A gateway rejects a HEAD with a lower number than it has seen. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: DocumentRef,
  canary: v.nullable(Canary),
  /** Locks by app. `*` locks the environment. */
  locks: v.record(v.string(), Lock),
  /** The audit log entry of this change. Each entry refers to the previous one. */
  log: DocumentRef,
});
export type Head = v.InferOutput<typeof Head>;

/** @returns The key of HEAD. */
export const getHeadKey = (env: string) => `env/${env}/HEAD.json`;

/**
 * Reads HEAD of an environment.
 *
 * @returns With the tag that a swap needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD is invalid, or of another environment.
 */
export async function readHead(
  store: ReleaseStore,
  env: string,
  trusted: TrustedKeys,
): Promise<{ head: Head; tag: string } | null> {
  const key = getHeadKey(env);
  const stored = await store.get(key);
  if (!stored) return null;
  const head = verifyDocument('head', Head, stored.bytes, key, trusted);
  if (head.env !== env)
    throw new CorruptDocumentError(`${key} is the head of ${head.env}: it was copied to a wrong key`);
  return { head, tag: stored.tag };
}
