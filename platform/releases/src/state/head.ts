import * as v from 'valibot';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Locks } from './audit-log';
import { Canary } from './canary';

/** `env/<env>/HEAD.json`: the live state of an environment. Its only mutable document. */
const Head = v.object({
  schema: v.literal(
    3,
    ({ received }) =>
      `this version reads 3 and not ${received}: use the version that wrote it, or sign a new one with "npm run release -- recover-head", which ends the canaries`,
  ),
  env: v.string(),
  /** Rises with every change. A gateway rejects a HEAD with a lower number than it has seen. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: DocumentRef,
  locks: Locks,
  /** The audit log entry of this change. Each entry refers to the previous one. */
  log: DocumentRef,
  /** The running canaries, oldest first. No two of them change the same app. */
  canaries: v.array(Canary),
});
export type Head = v.InferOutput<typeof Head>;

export const getHeadKey = (env: string) => `env/${env}/HEAD.json`;

/** Parses HEAD. @throws {CorruptDocumentError} When it is malformed, or its key is not trusted. */
export const parseHead = (bytes: Uint8Array, key: string, trusted: TrustedKeys): Head =>
  verifyDocument('head', Head, bytes, key, trusted);

/**
 * Reads HEAD of an environment.
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
  const head = parseHead(stored.bytes, key, trusted);
  if (head.env !== env)
    throw new CorruptDocumentError(`${key} is the head of ${head.env}: it was copied to a wrong key`);
  return { head, tag: stored.tag };
}

/** Lists the names of the environments in a store, sorted. An environment may have compositions and no HEAD yet. */
export const listEnvironments = (store: ReleaseStore): Promise<string[]> => store.listFolders('env/');
