import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { PinnedRelease } from '../release/pinned-release';
import { getReleasePrefix } from '../release/release';
import { type SigningKey, signDocument, type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { type DocumentRef, readReferencedDocument, sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';

/** `env/<env>/compositions/<seq>-<sha>.json`: one composition, never changed. */
export const PinnedComposition = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** The change of the environment that first brought it: two compositions of one environment differ in it. */
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  shell: PinnedRelease,
  remotes: v.array(PinnedRelease),
});

export type PinnedComposition = v.InferOutput<typeof PinnedComposition>;

export async function readComposition(
  store: ReleaseStore,
  ref: DocumentRef,
  trusted: TrustedKeys,
): Promise<PinnedComposition> {
  return verifyDocument('composition', PinnedComposition, await readReferencedDocument(store, ref), ref.key, trusted);
}

/** Writes a composition; the same one again is the same object. */
export async function writeComposition(
  store: ReleaseStore,
  set: PinnedComposition,
  key: SigningKey,
): Promise<DocumentRef> {
  const bytes = signDocument('composition', set, key);
  const hash = sha256(bytes);
  const name = `env/${set.env}/compositions/${String(set.seq).padStart(6, '0')}-${hash.slice(0, 12)}.json`;
  await store.putIfAbsent(name, bytes);
  return { key: name, sha256: hash };
}

/** Every app of a composition, shell first. */
export const getReleases = ({ shell, remotes }: Pick<PinnedComposition, 'shell' | 'remotes'>): PinnedRelease[] => [
  shell,
  ...remotes,
];

/** Whether two compositions are made of the same releases. */
export const isSameComposition = (
  one: Pick<PinnedComposition, 'shell' | 'remotes'>,
  other: Pick<PinnedComposition, 'shell' | 'remotes'>,
) => isDeepStrictEqual(getReleases(one).map(getReleasePrefix), getReleases(other).map(getReleasePrefix));
