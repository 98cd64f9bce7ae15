import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { getReleasePrefix, PinnedRelease, ReleaseId } from '../release/release';
import { type SigningKey, signReferencedDocument, type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { type DocumentRef, readReferencedDocument } from '../store/document-ref';
import type { DocumentReader } from '../store/release-store';

/** `env/<env>/compositions/<seq>-<sha>.json`: an immutable composition, with the hash of each release. */
export const PinnedComposition = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Identifies the composition in its environment. Created by {@link getCompositionSeq}. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  shell: PinnedRelease,
  remotes: v.array(PinnedRelease),
});

export type PinnedComposition = v.InferOutput<typeof PinnedComposition>;

/** The releases of a composition that may not be written yet: the shell and every remote, each at one release. */
export const Apps = v.pick(PinnedComposition, ['shell', 'remotes']);
export type Apps = v.InferOutput<typeof Apps>;

/** An app that differs between two compositions. Null: the composition does not contain the app. */
export const AppChange = v.object({
  app: v.string(),
  before: v.nullable(ReleaseId),
  after: v.nullable(ReleaseId),
});
export type AppChange = v.InferOutput<typeof AppChange>;

/** Distance between the numbers of two compositions of one change: more than an environment ever has changes. */
const compositionStride = 1_000_000_000;

/** Returns the number of a new composition. The first composition of a change has the number of the change. */
export const getCompositionSeq = (change: number, index: number): number => change + index * compositionStride;

export const getChangeOfComposition = (seq: number): number => seq % compositionStride;

/** Reads a composition. @throws {CorruptDocumentError} When its hash or signature is wrong. */
export async function readComposition(
  store: DocumentReader,
  ref: DocumentRef,
  trusted: TrustedKeys,
): Promise<PinnedComposition> {
  return verifyDocument('composition', PinnedComposition, await readReferencedDocument(store, ref), ref.key, trusted);
}

export const signComposition = (composition: PinnedComposition, key: SigningKey) =>
  signReferencedDocument('composition', 'compositions', composition, key);

export const getReleases = ({ shell, remotes }: Apps): PinnedRelease[] => [shell, ...remotes];

export const isSameComposition = (a: Apps, b: Apps) =>
  isDeepStrictEqual(getReleases(a).map(getReleasePrefix), getReleases(b).map(getReleasePrefix));
