import type { Release } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { type CompositionWatcher, type WatchOptions, watchComposition } from '../composition/composition-watcher';
import { createInProcessPools } from './in-process-pools';

/** Milliseconds between two polls of HEAD. */
export const pollInterval = 250;

let watcher: CompositionWatcher | undefined;

/** Stops the gateway of the test. Call it in `afterEach`. */
export async function closeWatchedShop(): Promise<void> {
  await watcher?.stop();
  jest.useRealTimers();
}

/** Opens an environment in memory, and a gateway that follows it with fake timers. Nothing is promoted. */
export function openWatchedShop() {
  const objects = new Map<string, Uint8Array>();
  const memory = createMemoryStore(objects);
  const reads: string[] = [];
  let isFailing = (_key: string) => false;
  let isHeld = (_key: string) => false;
  let held = Promise.resolve();
  /** The release store as the gateway reads it. */
  const store: ReleaseStore = {
    ...memory,
    get: async (key) => {
      reads.push(key);
      if (isFailing(key)) throw new Error('connection reset');
      if (isHeld(key)) await held;
      return memory.get(key);
    },
  };
  const environment = createTestEnvironment(memory);
  const errors: string[] = [];
  return {
    environment,
    objects,
    errors,
    /** Publishes a release whose content is its version. */
    publishApp: (app: string, version: string): Promise<Release> =>
      publishBuild(memory, { app, version, content: version, server: createFakeShellBundle() }),
    start: async (state: Pick<WatchOptions, 'watermark' | 'cache'> = {}) => {
      jest.useFakeTimers();
      watcher = await watchComposition({
        environment: { ...environment, store },
        interval: pollInterval,
        onError: (error) => errors.push(error instanceof Error ? error.message : String(error)),
        pools: createInProcessPools(),
        ...state,
      });
      return watcher;
    },
    /** Waits until a gateway that polls less often after failures has polled. */
    follow: () => jest.advanceTimersByTimeAsync(4 * pollInterval),
    /** Lets reads of the gateway fail. */
    failReads: (matches: (key: string) => boolean) => {
      isFailing = matches;
    },
    /** Holds reads of the gateway. @returns A function that ends the hold. */
    holdReads: (matches: (key: string) => boolean) => {
      let end = () => {};
      held = new Promise((resolve) => {
        end = resolve;
      });
      isHeld = matches;
      return () => end();
    },
    /** Damages an object. @returns A function that repairs it. */
    damage: (key: string) => {
      const good = objects.get(key) ?? new Uint8Array();
      objects.set(key, Buffer.from('{}'));
      return () => objects.set(key, good);
    },
    /** Counts how often the gateway has read an object. */
    timesRead: (key: string) => reads.filter((read) => read === key).length,
  };
}
