import * as v from 'valibot';
import type { TrustedKeys } from '../signing/signed-document';
import { readComposition } from '../state/composition';
import { DocumentRef, sha256 } from '../store/document-ref';
import type { DocumentReader } from '../store/release-store';
import type { Canary } from './canary';
import { toCanaryChanges } from './compose-canaries';

/** The canary of a HEAD of schema 1, which had one at most. */
export const CanaryOfSchemaOne = v.object({
  composition: DocumentRef,
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  salt: v.string(),
  staff: v.exactOptional(v.literal(true)),
  regions: v.exactOptional(v.array(v.string())),
});

/**
 * Converts the canary of a HEAD of schema 1. It keeps its salt, so its visitors stay in it.
 *
 * @throws {CorruptDocumentError} When one of the two compositions cannot be read.
 */
export async function convertCanary(
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
