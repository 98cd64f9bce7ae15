import type { Environment } from '@shop/releases/environment/change-head';
import { type DocumentRef, readSet } from '@shop/releases/environment/composition-set';
import { readHead } from '@shop/releases/environment/head';
import { resolveComposition } from '@shop/releases/environment/resolve-composition';
import type { Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { loadNodeBuild } from './node-build';

/** A composition that documents can be made of. */
export interface LiveComposition {
  composition: Composition;
  shell: ShellBuild;
}

/** Follows what is live in an environment. */
export interface CompositionFollower {
  /** The composition to serve now; null until the first one was found. */
  current: () => LiveComposition | null;
  stop: () => void;
}

export interface FollowOptions {
  environment: Environment;
  /** Milliseconds between two looks at HEAD. */
  interval: number;
  /** Told once about each new trouble; the last good composition stays. */
  onTrouble: (error: unknown) => void;
}

async function loadLive({ store, trusted }: Environment, ref: DocumentRef): Promise<LiveComposition> {
  const { composition, shellRelease } = await resolveComposition(store, await readSet(store, ref, trusted));
  return { composition, shell: await loadNodeBuild<ShellBuild>(store, shellRelease) };
}

/**
 * Follows HEAD of an environment without a restart. A composition is read whole before it is served; while the store
 * cannot be read, or names something that is not whole, the last good one stays.
 */
export async function followComposition({
  environment,
  interval,
  onTrouble,
}: FollowOptions): Promise<CompositionFollower> {
  let live: LiveComposition | null = null;
  let liveKey = '';
  let lastSeq = 0;
  let lastTrouble = '';
  let isStopped = false;

  const look = async () => {
    try {
      const found = await readHead(environment.store, environment.name, environment.trusted);
      if (found) {
        const { seq, live: ref } = found.head;
        if (seq < lastSeq) {
          throw new Error(`${environment.name} went back from change ${lastSeq} to ${seq}: refused, as a replay`);
        }
        if (ref.key !== liveKey) {
          live = await loadLive(environment, ref);
          liveKey = ref.key;
        }
        lastSeq = seq;
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
    current: () => live,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
