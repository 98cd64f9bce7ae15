import * as v from 'valibot';
import { type TrustedKeys, UntrustedKeyError, verifyDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Locks, listAuditLog } from './audit-log';
import { Canary } from './canary';
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

/** HEAD of the versions up to decision 0081, in which a visitor could have two canaries. Its other fields are not read. */
const HeadOfSchema2 = v.object({
  ...v.omit(CurrentHead, ['schema', 'canaries']).entries,
  schema: v.literal(2),
  canaries: v.array(
    v.object({
      ...v.omit(Canary, ['slots', 'start']).entries,
      steps: v.tupleWithRest([v.object({ change: Canary.entries.start })], v.unknown()),
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

const Head = v.variant(
  'schema',
  [CurrentHead, v.pipe(HeadOfSchema2, v.transform(upgradeHead))],
  ({ received }) => `this version reads 2 and 3, and not ${received}: use the version that wrote it`,
);

export const getHeadKey = (env: string) => `env/${env}/HEAD.json`;

const recovery = 'Sign a new HEAD with "npm run release -- recover-head", which ends the canaries.';

/** Adds the command that repairs HEAD to the error of a HEAD that cannot be parsed. */
export function nameRecovery<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    // A HEAD of another key may be intact: the keys are to be repaired first.
    if (!(error instanceof CorruptDocumentError) || error instanceof UntrustedKeyError) throw error;
    throw new CorruptDocumentError(`${error.message}. ${recovery}`);
  }
}

/** Parses HEAD. @throws {CorruptDocumentError} When it is malformed, or its key is not trusted. The message names the repair. */
export const parseHead = (bytes: Uint8Array, key: string, trusted: TrustedKeys): Head =>
  nameRecovery(() => verifyDocument('head', Head, bytes, key, trusted));

/**
 * Checks that an environment without HEAD is new. A log with two changes proves that HEAD existed and was lost: a new HEAD would start
 * again at change 1, which gateways reject. A first promotion that was killed leaves change 1 in the log, and can be repeated.
 *
 * @param first  The lowest number of a change that proves it. With 1 the environment may be such a promotion's.
 * @throws {CorruptDocumentError} The message names the repair.
 */
export async function assertHeadNotLost(
  store: Pick<ReleaseStore, 'list' | 'get'>,
  env: string,
  first: 1 | 2 = 2,
): Promise<void> {
  const last = Math.max(0, ...(await listAuditLog(store, env)).map(({ seq }) => seq));
  // A first promotion may have written HEAD since the caller looked for it.
  if (last < first || (await store.get(getHeadKey(env)))) return;
  const retry = last === 1 ? ', or promote again' : ' first';
  throw new CorruptDocumentError(
    `HEAD of ${env} is missing, though its log goes up to change ${last}: run "npm run release -- recover-head"${retry}.`,
  );
}

/** A reader without `list`, such as that of a signer, takes a lost HEAD for a new environment. */
export type HeadReader = DocumentReader & Partial<Pick<ReleaseStore, 'list'>>;

/**
 * Reads HEAD of an environment.
 *
 * @returns With the tag that a swap needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD is lost, invalid, or of another environment.
 */
export async function readHead(
  store: HeadReader,
  env: string,
  trusted: TrustedKeys,
): Promise<{ head: Head; tag: string } | null> {
  const key = getHeadKey(env);
  const stored = await store.get(key);
  if (!stored) {
    if (store.list) await assertHeadNotLost({ list: store.list, get: store.get }, env);
    return null;
  }
  const head = parseHead(stored.bytes, key, trusted);
  if (head.env !== env)
    throw new CorruptDocumentError(`${key} is the head of ${head.env}: it was copied to a wrong key. ${recovery}`);
  return { head, tag: stored.tag };
}

/** Lists the names of the environments in a store, sorted. An environment may have compositions and no HEAD yet. */
export const listEnvironments = (store: ReleaseStore): Promise<string[]> => store.listFolders('env/');
