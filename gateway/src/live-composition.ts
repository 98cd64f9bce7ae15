import type { Environment } from '@shop/releases/environment/change-head';
import { appsOf, type CompositionSet, type DocumentRef, readSet } from '@shop/releases/environment/composition-set';
import { type Head, readHead } from '@shop/releases/environment/head';
import { resolveComposition } from '@shop/releases/environment/resolve-composition';
import { type FindPrevious, openVersionHistory } from '@shop/releases/environment/version-history';
import type { Release } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { loadNodeBuild } from './node-build';
import { describeReplay, type SeenHead } from './seen-head';
import type { TrustedReleases } from './trusted-releases';

/** A composition that documents can be made of. */
export interface LiveComposition {
  composition: Composition;
  shell: ShellBuild;
}

/** A composition that part of the visitors get. */
export interface LiveCanary {
  composition: LiveComposition;
  /** Hundredths of the visitors. */
  share: number;
  salt: string;
  /** Whether staff get it, whatever their bucket. */
  staff?: true;
  /** Regions whose visitors get it, whatever their bucket. */
  regions?: string[];
}

/** Follows what is live in an environment. */
export interface CompositionFollower {
  /** The composition to serve now; null until the first one was found. */
  current: () => LiveComposition | null;
  /** What part of the visitors get instead; null while no canary runs. */
  canary: () => LiveCanary | null;
  stop: () => void;
}

export interface FollowOptions {
  environment: Environment;
  /** Milliseconds between two looks at HEAD. */
  interval: number;
  /** What was seen before this process started; left out, nothing was. */
  seen?: SeenHead;
  /** Told what signed compositions are made of. */
  releases?: TrustedReleases;
  /** Told once about each new trouble; the last good composition stays. */
  onTrouble: (error: unknown) => void;
}

export interface LoadOptions {
  /** Which version of a remote a page may fall back to; left out, there is none. */
  findPrevious?: FindPrevious;
  /** Told of the releases, once their descriptions were found to be those that the composition names. */
  onReleases?: (releases: readonly Release[]) => void;
}

/**
 * Reads a composition whole: its releases, and its shell's Node build.
 *
 * @throws When any of it is missing or changed.
 */
export async function loadComposition(
  store: ReleaseStore,
  set: CompositionSet,
  { findPrevious, onReleases }: LoadOptions = {},
): Promise<LiveComposition> {
  const { composition, shellRelease, remoteReleases } = await resolveComposition(store, set, findPrevious);
  const shell = await loadNodeBuild<ShellBuild>(store, shellRelease);
  onReleases?.([shellRelease, ...remoteReleases]);
  return { composition, shell };
}

/**
 * Follows HEAD of an environment without a restart. A composition is read whole before it is served; while the store
 * cannot be read, or names something that is not whole, the last good one stays.
 */
export async function followComposition({
  environment,
  interval,
  seen,
  releases,
  onTrouble,
}: FollowOptions): Promise<CompositionFollower> {
  const { store, name, trusted } = environment;
  let live: { key: string; composition: LiveComposition } | null = null;
  let canary: (LiveCanary & { key: string }) | null = null;
  let lastSeq = 0;
  const before = seen?.seq ?? 0;
  let lastTrouble = '';
  let isStopped = false;

  const readHistory = openVersionHistory(environment, (set) => releases?.pin(appsOf(set)));
  /** A page without a version to fall back to is still a page: a broken history is no reason to serve nothing. */
  const findPreviousOf = (head: Head) =>
    readHistory(head).catch((error: unknown): FindPrevious => {
      onTrouble(error);
      return () => undefined;
    });

  const load = async (ref: DocumentRef, findPrevious: FindPrevious) => {
    const known = [live, canary].find((one) => one?.key === ref.key);
    if (known) return known.composition;
    const onReleases = (whole: readonly Release[]) => releases?.know(whole, 'live');
    return loadComposition(store, await readSet(store, ref, trusted), { findPrevious, onReleases });
  };

  const look = async () => {
    try {
      const found = await readHead(store, name, trusted);
      if (found && found.head.seq < Math.max(lastSeq, before))
        throw new Error(describeReplay(name, found.head.seq, lastSeq, seen));
      if (found && found.head.seq > lastSeq) {
        const { head } = found;
        const findPrevious = await findPreviousOf(head);
        const nextLive = { key: head.live.key, composition: await load(head.live, findPrevious) };
        canary = head.canary && {
          ...head.canary,
          key: head.canary.set.key,
          composition: await load(head.canary.set, findPrevious),
        };
        live = nextLive;
        lastSeq = head.seq;
        await seen?.remember(lastSeq);
      }
      lastTrouble = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastTrouble) onTrouble(error);
      lastTrouble = message;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    timer = setTimeout(() => void look().finally(() => !isStopped && lookAgain()), interval);
  };
  await look();
  lookAgain();
  return {
    current: () => live?.composition ?? null,
    canary: () => canary,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
