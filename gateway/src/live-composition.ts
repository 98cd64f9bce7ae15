import { readHead, readSet } from '@shop/releases/environment/environment';
import { resolveComposition } from '@shop/releases/environment/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
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
  store: ReleaseStore;
  env: string;
  /** Milliseconds between two looks at HEAD. */
  interval: number;
  /** Told once about each new trouble; the last good composition stays. */
  onTrouble: (error: unknown) => void;
}

async function loadLive(store: ReleaseStore, setKey: string): Promise<LiveComposition> {
  const { composition, shellRelease } = await resolveComposition(store, await readSet(store, setKey));
  return { composition, shell: await loadNodeBuild<ShellBuild>(store, shellRelease) };
}

/**
 * Follows HEAD of an environment without a restart. A composition is read whole before it is served; while the store
 * cannot be read, or names something that is not whole, the last good one stays.
 */
export async function followComposition({
  store,
  env,
  interval,
  onTrouble,
}: FollowOptions): Promise<CompositionFollower> {
  let live: LiveComposition | null = null;
  let liveKey = '';
  let lastTrouble = '';
  let isStopped = false;

  const look = async () => {
    try {
      const found = await readHead(store, env);
      if (found && found.head.set !== liveKey) {
        live = await loadLive(store, found.head.set);
        liveKey = found.head.set;
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
