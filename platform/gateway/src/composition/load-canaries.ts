import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { LoadedComposition } from './composition-loader';
import type { LiveCanary, LiveComposition } from './load-composition';

/** A canary with the compositions of HEAD that are loaded for it. */
export interface LoadedCanary extends Omit<LiveCanary, 'composition' | 'pairs'> {
  alone: LoadedComposition;
  /** By the id of the other canary. Older canaries only. */
  pairs: ReadonlyMap<string, LoadedComposition>;
}

/** Lists the loaded compositions of canaries: those of one canary before those of two. */
export const listLoaded = (canaries: readonly LoadedCanary[]): LoadedComposition[] => [
  ...canaries.map(({ alone }) => alone),
  ...listPairs(canaries),
];

export const listPairs = (canaries: readonly LoadedCanary[]): LoadedComposition[] =>
  canaries.flatMap(({ pairs }) => [...pairs.values()]);

/** @param isPair True for a composition of two canaries. */
type Load = (ref: DocumentRef, isPair: boolean) => Promise<LoadedComposition>;

/**
 * Loads the canaries of a HEAD, oldest first. A canary is served when its composition and those with all older served canaries
 * are loaded, so that every visitor of two canaries has a composition.
 *
 * @param onLoaded Receives the canaries so far after each one: a slow canary does not delay the others.
 * @returns The error of the first canary that cannot be loaded; undefined when all are loaded.
 */
export async function loadCanaries(
  head: Head,
  load: Load,
  onLoaded: (loaded: readonly LoadedCanary[]) => void,
): Promise<unknown> {
  const loaded: LoadedCanary[] = [];
  let firstError: unknown;
  for (const { composition, releases: _, removed: __, ...canary } of head.canaries) {
    try {
      const alone = await load(composition, false);
      const pairs = new Map<string, LoadedComposition>();
      for (const other of loaded) pairs.set(other.id, await load(findPair(head, other.id, canary.id), true));
      loaded.push({ ...canary, alone, pairs });
      onLoaded([...loaded]);
    } catch (error) {
      firstError ??= error;
    }
  }
  return firstError;
}

/** Keeps the served canaries whose compositions a HEAD still names, and takes their audience from it. */
export function keepCanaries(canaries: readonly LoadedCanary[], head: Head): LoadedCanary[] {
  const kept: LoadedCanary[] = [];
  for (const canary of canaries) {
    const next = head.canaries.find(({ id }) => id === canary.id);
    if (!next || next.composition.key !== canary.alone.key) continue;
    const pairs = new Map([...canary.pairs].filter(([id]) => kept.some((other) => other.id === id)));
    const isKept = kept.every(({ id }) => pairs.get(id)?.key === findPair(head, id, canary.id).key);
    if (!isKept) continue;
    const { share, steps } = next;
    kept.push({ ...canary, share, steps, pairs });
  }
  return kept;
}

/** Returns the canaries as requests see them: each knows its compositions with all others. */
export function toLiveCanaries(canaries: readonly LoadedCanary[]): LiveCanary[] {
  return canaries.map(({ alone, pairs, ...canary }) => {
    const younger = canaries.flatMap((other): [string, LiveComposition][] => {
      const pair = other.pairs.get(canary.id);
      return pair ? [[other.id, pair.composition]] : [];
    });
    const older = [...pairs].map(([id, { composition }]): [string, LiveComposition] => [id, composition]);
    return { ...canary, composition: alone.composition, pairs: new Map([...older, ...younger]) };
  });
}

/** @throws When HEAD has no composition of the two, which no change leaves behind. */
function findPair({ pairs, env }: Head, first: string, second: string): DocumentRef {
  const found = pairs.find(({ canaries }) => canaries.includes(first) && canaries.includes(second));
  if (found) return found.composition;
  throw new Error(`HEAD of ${env} names no composition of the canaries ${first} and ${second}`);
}
