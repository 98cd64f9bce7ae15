import * as v from 'valibot';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef, sha256 } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Canary, CanaryPair } from './canary';
import { toCanaryChanges } from './compose';
import { readComposition } from './composition';

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

/** The canary of a HEAD of schema 1, which had one at most. */
const CanaryOfSchemaOne = v.object({
  composition: DocumentRef,
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  salt: v.string(),
  staff: v.exactOptional(v.literal(true)),
  regions: v.exactOptional(v.array(v.string())),
});

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

/**
 * Converts the canary of a HEAD of schema 1. It keeps its salt, so its visitors stay in it.
 *
 * @throws {CorruptDocumentError} When one of the two compositions cannot be read.
 */
async function convertCanary(
  store: DocumentReader,
  { live, seq }: { live: DocumentRef; seq: number },
  canary: v.InferOutput<typeof CanaryOfSchemaOne>,
  trusted: TrustedKeys,
): Promise<Canary> {
  const [before, after] = await Promise.all([
    readComposition(store, live, trusted),
    readComposition(store, canary.composition, trusted),
  ]);
  return {
    ...canary,
    ...toCanaryChanges(before, after),
    // The id is public and must not reveal the salt.
    id: sha256(Buffer.from(`canary ${canary.salt}`)).slice(0, 32),
    steps: [{ share: canary.share, change: seq }],
    owner: '',
    startedAt: '',
  };
}

/** Lists the names of the environments in a store, sorted. An environment may have an audit log and no HEAD yet. */
export async function listEnvironments(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('env/');
  const names = keys.flatMap((key) => key.match(/^env\/(.+)\/(?:HEAD\.json|log\/[^/]+)$/)?.[1] ?? []);
  return [...new Set(names)].sort();
}
