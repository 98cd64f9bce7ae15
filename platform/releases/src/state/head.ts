import * as v from 'valibot';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Locks } from './audit-log';
import { Canary, ChangeNumber } from './canary';
import { assignSlots } from './canary-slots';

/** `env/<env>/HEAD.json`: the live state of an environment. Its only mutable document. */
const CurrentHead = v.object({
  schema: v.literal(3),
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
export type Head = v.InferOutput<typeof CurrentHead>;

/** HEAD of the versions up to 0081, in which a visitor could have two canaries. Its other fields are not read. */
const HeadOfSchema2 = v.object({
  ...v.omit(CurrentHead, ['schema', 'canaries']).entries,
  schema: v.literal(2),
  canaries: v.array(
    v.object({
      ...v.omit(Canary, ['slots', 'start']).entries,
      steps: v.tupleWithRest([v.object({ change: ChangeNumber })], v.unknown()),
    }),
  ),
});

/**
 * Gives the canaries their slots, oldest first. Gateways and the signer get the same ones from the same HEAD. Shares that are
 * together more than 100 % are trimmed, those of the youngest canaries first.
 */
function upgradeHead({ canaries, ...head }: v.InferOutput<typeof HeadOfSchema2>): Head {
  const upgraded = assignSlots(canaries, () => []).map(({ steps: [first], slots, ...canary }): Canary => {
    return { ...canary, slots, share: slots.length, start: first.change };
  });
  return { ...head, schema: 3, canaries: upgraded };
}

export const Head = v.variant('schema', [CurrentHead, v.pipe(HeadOfSchema2, v.transform(upgradeHead))]);

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
