import type { Signer } from '../signer/signer';
import type { DocumentRef } from '../store/document-ref';
import type { DocumentReader } from '../store/release-store';
import { type PinnedComposition, readComposition } from './composition';
import type { Environment, LiveState } from './environment';
import { type Head, readHead } from './head';

/** What a reader of an environment needs. */
export interface ReadableEnvironment extends Pick<Environment, 'name' | 'trusted'> {
  store: DocumentReader;
}

/**
 * Reads HEAD and its compositions.
 *
 * @returns With the tag that a swap of HEAD needs; null when nothing was ever promoted.
 * @throws {CorruptDocumentError} When HEAD or a composition is invalid.
 */
export async function readLiveState(environment: ReadableEnvironment): Promise<(LiveState & { tag: string }) | null> {
  const found = await readHead(environment.store, environment.name, environment.trusted);
  return found && { ...(await readCompositions(environment, found.head)), tag: found.tag };
}

/** Reads the compositions of a HEAD. @param state The previous state; compositions that it shares are not read again. */
export async function readCompositions(
  { store, trusted }: Pick<ReadableEnvironment, 'store' | 'trusted'>,
  head: Head,
  state?: LiveState | null,
): Promise<LiveState> {
  const known = new Map(listCompositions(state).map(({ ref, composition }) => [ref.key, composition]));
  const read = async (ref: DocumentRef): Promise<PinnedComposition> =>
    known.get(ref.key) ?? readComposition(store, ref, trusted);
  const readAll = <Item extends { composition: DocumentRef }>(items: readonly Item[]) =>
    Promise.all(items.map(async (item) => ({ ...item, composition: await read(item.composition) })));
  const [live, canaries, pairs] = await Promise.all([read(head.live), readAll(head.canaries), readAll(head.pairs)]);
  return { head, live, canaries, pairs };
}

/** Lists the compositions of a state with their references: live, the canaries, the pairs. */
export function listCompositions(
  state: LiveState | null | undefined,
): { ref: DocumentRef; composition: PinnedComposition }[] {
  if (!state) return [];
  const { head, live } = state;
  const list = (kind: 'canaries' | 'pairs') =>
    head[kind].flatMap(({ composition: ref }, index) => {
      const composition = state[kind][index]?.composition;
      return composition ? [{ ref, composition }] : [];
    });
  return [{ ref: head.live, composition: live }, ...list('canaries'), ...list('pairs')];
}

/** @returns The signer of changes. @throws When there is none, it cannot be reached, or its key is not trusted here. */
export async function getSigner({ name, signer, trusted }: Environment): Promise<Signer> {
  if (!signer) throw new Error(`${name} cannot be changed from here: there is no signer`);
  const keyId = await signer.getKeyId();
  if (trusted.has(keyId)) return signer;
  throw new Error(
    `${name} cannot be changed with the key ${keyId}: no gateway would trust what it signs. Add its public key to trusted/.`,
  );
}
