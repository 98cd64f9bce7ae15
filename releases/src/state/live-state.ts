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

/** Reads the compositions of a HEAD. @param state The previous state; compositions that it shares are not read again. */
export async function readCompositions(
  { store, trusted }: Environment,
  head: Head,
  state?: LiveState | null,
): Promise<LiveState> {
  const known = listCompositions(state);
  const read = async (ref: DocumentRef): Promise<PinnedComposition> =>
    known.get(ref.key) ?? readComposition(store, ref, trusted);
  const readAll = <Item extends { composition: DocumentRef }>(items: readonly Item[]) =>
    Promise.all(items.map(async (item) => ({ ...item, composition: await read(item.composition) })));
  const [live, canaries, pairs] = await Promise.all([read(head.live), readAll(head.canaries), readAll(head.pairs)]);
  return { head, live, canaries, pairs };
}

/** Lists the compositions of a state by their keys in the store. */
function listCompositions(state: LiveState | null | undefined): Map<string, PinnedComposition> {
  if (!state) return new Map();
  const { head, live, canaries, pairs } = state;
  return new Map([
    [head.live.key, live],
    ...head.canaries.flatMap(({ composition }, index) => toEntry(composition, canaries[index]?.composition)),
    ...head.pairs.flatMap(({ composition }, index) => toEntry(composition, pairs[index]?.composition)),
  ]);
}

const toEntry = ({ key }: DocumentRef, composition: PinnedComposition | undefined): [string, PinnedComposition][] =>
  composition ? [[key, composition]] : [];

/** @returns The key that signs changes. @throws When there is none, or gateways do not trust it. */
export function getSigningKey({ name, signingKey, trusted }: Environment): SigningKey {
  if (!signingKey) throw new Error(`${name} cannot be changed from here: there is no signing key`);
  if (trusted.has(signingKey.id)) return signingKey;
  throw new Error(`${name} cannot be changed with the key ${signingKey.id}: no gateway would trust what it signs`);
}
