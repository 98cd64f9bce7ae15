import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { PinnedRelease } from '../release/pinned-release';
import { getReleasePrefix } from '../release/release';
import { type SigningKey, signDocument, type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { type DocumentRef, readReferencedDocument, sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';

/** `env/<env>/compositions/<seq>-<sha>.json`: an immutable composition, with the hash of each release. */
export const PinnedComposition = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Number of the change that first made it live. Identifies the composition in its environment. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  shell: PinnedRelease,
  remotes: v.array(PinnedRelease),
});

export type PinnedComposition = v.InferOutput<typeof PinnedComposition>;

/** Reads a composition. @throws {CorruptDocumentError} When its hash or signature is wrong. */
export async function readComposition(
  store: ReleaseStore,
  ref: DocumentRef,
  trusted: TrustedKeys,
): Promise<PinnedComposition> {
  return verifyDocument('composition', PinnedComposition, await readReferencedDocument(store, ref), ref.key, trusted);
}

/** Signs and writes a composition. To write the same composition again changes nothing. */
export async function writeComposition(
  store: ReleaseStore,
  composition: PinnedComposition,
  key: SigningKey,
): Promise<DocumentRef> {
  const bytes = signDocument('composition', composition, key);
  const hash = sha256(bytes);
  const name = `env/${composition.env}/compositions/${String(composition.seq).padStart(6, '0')}-${hash.slice(0, 12)}.json`;
  await store.putIfAbsent(name, bytes);
  return { key: name, sha256: hash };
}

/** @returns The releases of a composition, the shell's first. */
export const getReleases = ({ shell, remotes }: Pick<PinnedComposition, 'shell' | 'remotes'>): PinnedRelease[] => [
  shell,
  ...remotes,
];

/** Whether two compositions consist of the same releases. */
export const isSameComposition = (
  a: Pick<PinnedComposition, 'shell' | 'remotes'>,
  b: Pick<PinnedComposition, 'shell' | 'remotes'>,
) => isDeepStrictEqual(getReleases(a).map(getReleasePrefix), getReleases(b).map(getReleasePrefix));
