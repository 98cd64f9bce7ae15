import type { BuildId, BundleRequire, ConsumesData } from './build-data';
import { type ModuleFactory, takeShare } from './share-scope';

/** Shared modules that the build has taken: a promise while a module loads, 0 when it is ready. */
export type InstalledModules = Record<BuildId, Promise<void> | 0>;

/** Defines the shared modules that the entry imports. They are taken from the page when they are first required. */
export function installInitialConsumes(bundle: BundleRequire, data: ConsumesData, installed: InstalledModules): void {
  for (const id of data.initialConsumes ?? []) {
    defineModule(bundle, installed, id, () => {
      const factory = takeConsumed(data, id);
      if (typeof factory === 'function') return factory();
      const { shareKey } = getConsumed(data, id);
      throw new Error(
        `${shareKey} loads on demand, and an entry imports it: import it from a module that loads on demand`,
      );
    });
  }
}

/**
 * Creates the function that defines the shared modules of a chunk. The bundle calls it before the chunk is used.
 *
 * It adds a promise to `promises` for each module that is not loaded yet. The promise rejects when the module does not load or the
 * page has no version in its range; the next call tries again.
 */
export function createConsumes(bundle: BundleRequire, data: ConsumesData, installed: InstalledModules) {
  return (chunkId: BuildId, promises: Promise<unknown>[]): void => {
    for (const id of data.chunkMapping?.[chunkId] ?? []) {
      const known = installed[id];
      if (known) promises.push(known);
      if (known !== undefined) continue;
      try {
        const factory = takeConsumed(data, id);
        if (typeof factory === 'function') {
          defineModule(bundle, installed, id, factory);
          continue;
        }
        const loading = factory.then(
          (loaded) => defineModule(bundle, installed, id, loaded),
          (reason) => {
            delete installed[id];
            throw reason;
          },
        );
        installed[id] = loading;
        promises.push(loading);
      } catch (reason) {
        promises.push(Promise.reject(reason));
      }
    }
  };
}

function getConsumed({ moduleIdToConsumeDataMapping }: ConsumesData, id: BuildId) {
  const consumed = moduleIdToConsumeDataMapping[id];
  if (!consumed) throw new Error(`The build describes no shared module ${id}`);
  return consumed;
}

function takeConsumed(data: ConsumesData, id: BuildId) {
  const { shareKey, requiredVersion } = getConsumed(data, id);
  return takeShare(shareKey, requiredVersion);
}

function defineModule(bundle: BundleRequire, installed: InstalledModules, id: BuildId, factory: ModuleFactory): void {
  installed[id] = 0;
  bundle.m[id] = (module) => {
    // A module that throws must throw again when it is required again.
    delete bundle.c[id];
    module.exports = factory();
  };
}
