import type { SigningKey } from '../signing/signed-document';
import type { DocumentRef } from '../store/document-ref';
import { type PinnedComposition, readComposition } from './composition';
import type { Environment, LiveState } from './environment';
import { type Head, readHead } from './head';

/** Reads what is live; null when nothing was ever promoted. */
export async function readLiveState(environment: Environment): Promise<(LiveState & { tag: string }) | null> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  return found && { ...(await readCompositions(environment, found.head)), tag: found.tag };
}

/** Reads the compositions of a HEAD, as far as they are not `known` from the one before. */
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

/** @throws A sentence when there is no key to change an environment with, or one that nobody trusts. */
export function getSigningKey({ name, signingKey, trusted }: Environment): SigningKey {
  if (!signingKey) throw new Error(`${name} cannot be changed from here: there is no signing key`);
  if (trusted.has(signingKey.id)) return signingKey;
  throw new Error(`${name} cannot be changed with the key ${signingKey.id}: no gateway would trust what it signs`);
}
