import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import { type CanaryChanges, listCanaryApps } from '@shop/releases/state/canary';
import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { RenderFailedError } from '../rendering/renderer';
import type { LoadedComposition } from './composition-loader';
import type { LiveCanary, LiveComposition } from './load-composition';

/** A canary with the compositions that are loaded for it. */
export interface LoadedCanary extends Omit<LiveCanary, 'composition' | 'pairs'>, CanaryChanges {
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

export interface LoadCanariesOptions {
  head: Head;
  /** The new live composition. */
  live: LoadedComposition;
  /** What is served until now. `live` is null at the start. */
  served: { live: LoadedComposition | null; canaries: readonly LoadedCanary[] };
  /** @param isPair True for a composition of two canaries. */
  load: (ref: DocumentRef, isPair: boolean) => Promise<LoadedComposition>;
  /** Receives the canaries to serve: before the first load, at once, and after each one. A slow canary does not delay the others. */
  onChange: (canaries: readonly LoadedCanary[]) => void;
}

/** Whether a composition stays as it is until an object of the release store, or the code of a release, is another one. */
const isDamaged = (error: unknown) =>
  error instanceof CorruptDocumentError ||
  error instanceof UnreadableReleaseError ||
  error instanceof RenderFailedError;

/**
 * Loads the canaries of a HEAD, oldest first. Until the composition of a canary is loaded, its visitors keep the one that they have:
 * a change of another app must not give them the live version of the canary's app for a moment. They keep it too while the release
 * store cannot be read. A new canary is served when its composition and those with all older loaded canaries are loaded.
 *
 * @returns The error of the first canary that cannot be loaded; undefined when all are loaded.
 * @see docs/decisions/0081-steady-versions.md
 */
export async function loadCanaries({ head, live, served, load, onChange }: LoadCanariesOptions): Promise<unknown> {
  const loaded: LoadedCanary[] = [];
  const damaged = new Set<string>();
  let firstError: unknown;
  const update = () => onChange(mergeCanaries({ head, live, served, loaded, damaged }));
  update();
  for (const { composition, ...canary } of head.canaries) {
    try {
      const alone = await load(composition, false);
      const pairs = new Map<string, LoadedComposition>();
      for (const other of loaded) pairs.set(other.id, await load(findPair(head, other.id, canary.id), true));
      loaded.push({ ...canary, alone, pairs });
    } catch (error) {
      firstError ??= error;
      if (isDamaged(error)) damaged.add(canary.id);
    }
    update();
  }
  return firstError;
}

interface Progress extends Pick<LoadCanariesOptions, 'head' | 'live' | 'served'> {
  loaded: readonly LoadedCanary[];
  damaged: ReadonlySet<string>;
}

/** Returns the canaries to serve while those of a HEAD are loaded. */
function mergeCanaries({ head, live, served, loaded, damaged }: Progress): LoadedCanary[] {
  const isPending = ({ id }: Pick<LoadedCanary, 'id'>) =>
    !damaged.has(id) && !loaded.some((canary) => canary.id === id);
  const pending = served.canaries.flatMap((canary): LoadedCanary[] => {
    const next = head.canaries.find(({ id }) => id === canary.id);
    return next && isPending(next) ? [{ ...next, alone: canary.alone, pairs: canary.pairs }] : [];
  });
  const ended = served.canaries.filter((canary) => head.canaries.every(({ id }) => id !== canary.id));
  // Visitors of an ended and of a pending canary keep the composition of both, unless the ended one was halted.
  const replaced = ended.filter((canary) => pending.length > 0 && isReplaced(canary, served.live, live));
  const kept = [...pending, ...replaced.map((canary) => ({ ...canary, alone: live }))];
  const findServedPair = (first: string, second: string) =>
    served.canaries.flatMap(({ id, pairs }) => (id === second ? (pairs.get(first) ?? []) : []))[0];
  // HEAD keeps the sequence of its canaries. An ended one was older than those that have started since.
  const ids = [...served.canaries, ...head.canaries].map(({ id }) => id);
  const merged = [...kept, ...loaded].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return merged.map((canary, index) => {
    const pairs = merged.slice(0, index).flatMap((other): [string, LoadedComposition][] => {
      const pair = (loaded.includes(other) && canary.pairs.get(other.id)) || findServedPair(other.id, canary.id);
      return pair ? [[other.id, pair]] : [];
    });
    return { ...canary, pairs: new Map(pairs) };
  });
}

const getBases = ({ composition: { composition } }: LoadedComposition) =>
  new Map([composition.shell, ...composition.remotes].map(({ name, base }) => [name, base]));

/** Whether the live composition has another version of an app of a canary than before, or that of the canary. */
function isReplaced(canary: LoadedCanary, before: LoadedComposition | null, live: LoadedComposition): boolean {
  const [own, old, next] = [canary.alone, before ?? live, live].map(getBases);
  return listCanaryApps(canary).some((app) => {
    const base = next?.get(app);
    return base !== old?.get(app) || base === own?.get(app);
  });
}

/** Returns the canaries as requests see them: each knows its compositions with all others. */
export function toLiveCanaries(canaries: readonly LoadedCanary[]): LiveCanary[] {
  return canaries.map(({ alone, pairs, releases: _, removed: __, ...canary }) => {
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
