import * as v from 'valibot';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';

/** A composition that part of the visitors get. */
export const Canary = v.object({
  composition: DocumentRef,
  /** Hundredths of the visitors, 0 to 100; 0 leaves it to those on a list. */
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** Mixed into every visitor's bucket, so that each canary draws other visitors. */
  salt: v.string(),
  /** Whether staff get it, whatever their bucket. */
  staff: v.exactOptional(v.literal(true)),
  /** Regions whose visitors get it, whatever their bucket: codes as the deployment's proxy names them. */
  regions: v.exactOptional(v.array(v.string())),
});

export type Canary = v.InferOutput<typeof Canary>;

const Lock = v.object({ by: v.string(), reason: v.string(), at: v.string() });

/** `env/<env>/HEAD.json`: what is live in an environment. The only object that changes. */
export const Head = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Rises with every change. A gateway that saw a higher one refuses a lower one. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: DocumentRef,
  canary: v.nullable(Canary),
  /** Locks by app; `*` locks the environment. */
  locks: v.record(v.string(), Lock),
  /** The log entry of this very change: each entry names the one before. */
  log: DocumentRef,
});
export type Head = v.InferOutput<typeof Head>;

export const getHeadKey = (env: string) => `env/${env}/HEAD.json`;

/** What is live in an environment, with the tag that a swap needs; null when nothing was ever promoted. */
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
    throw new CorruptDocumentError(`${key} is the head of ${head.env}: it was put in another's place`);
  return { head, tag: stored.tag };
}
