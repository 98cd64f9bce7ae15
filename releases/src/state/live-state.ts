import type { SigningKey } from '../signing/signed-document';
import type { DocumentRef } from '../store/document-ref';
import { type PinnedComposition, readComposition } from './composition';
import type { Environment, LiveState } from './environment';
import { type Head, readHead } from './head';

/**
 * Reads HEAD and its compositions.
 *
 * @returns With the tag that a swap of HEAD needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD or a composition is invalid.
 */
export async function readLiveState(environment: Environment): Promise<(LiveState & { tag: string }) | null> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  return found && { ...(await readCompositions(environment, found.head)), tag: found.tag };
}

/** Reads the compositions of a HEAD. @param known The previous state; compositions that it shares are not read again. */
export async function readCompositions(
  { store, trusted }: Environment,
  head: Head,
  known?: LiveState | null,
): Promise<LiveState> {
  const read = async (ref: DocumentRef): Promise<PinnedComposition> => {
    if (known && ref.key === known.head.live.key) return known.live;
    if (known?.canary && ref.key === known.head.canary?.composition.key) return known.canary;
    return readComposition(store, ref, trusted);
  };
  const [live, canary] = await Promise.all([read(head.live), head.canary ? read(head.canary.composition) : null]);
  return { head, live, canary };
}

/** @returns The key that signs changes. @throws When there is none, or gateways do not trust it. */
export function getSigningKey({ name, signingKey, trusted }: Environment): SigningKey {
  if (!signingKey) throw new Error(`${name} cannot be changed from here: there is no signing key`);
  if (trusted.has(signingKey.id)) return signingKey;
  throw new Error(`${name} cannot be changed with the key ${signingKey.id}: no gateway would trust what it signs`);
}
