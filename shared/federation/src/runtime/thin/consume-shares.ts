import type { BuildId, ConsumeRequest } from './build-data';
import { type ModuleFactory, takeShare } from './share-scope';

/** Defines the shared modules that the entry imports. They are taken from the page when they are first required. */
export function installInitialConsumes({
  initialConsumes,
  ...request
}: ConsumeRequest & { initialConsumes: readonly BuildId[] }): void {
  for (const id of initialConsumes) {
    defineModule(request, id, () => {
      const factory = takeConsumed(request, id);
      if (typeof factory === 'function') return factory();
      const { shareKey } = getConsumed(request, id);
      throw new Error(
        `${shareKey} loads on demand, and an entry imports it: import it from a module that loads on demand`,
      );
    });
  }
}

/**
 * Defines the shared modules that a chunk imports. Generated code calls it before the chunk is used.
 *
 * @param promises Receives a promise for each module that is not loaded yet. It rejects when the module does not load or the
 * page has no version in its range; the next call tries again.
 */
export function consumes({
  chunkId,
  promises,
  chunkMapping,
  ...request
}: ConsumeRequest & {
  chunkId: BuildId;
  promises: Promise<unknown>[];
  chunkMapping: Record<BuildId, readonly BuildId[]>;
}): void {
  const { installedModules } = request;
  for (const id of chunkMapping[chunkId] ?? []) {
    const installed = installedModules[id];
    if (installed) promises.push(installed);
    if (installed !== undefined) continue;
    try {
      const factory = takeConsumed(request, id);
      if (typeof factory === 'function') {
        defineModule(request, id, factory);
        continue;
      }
      const loading = factory.then(
        (loaded) => defineModule(request, id, loaded),
        (reason) => {
          delete installedModules[id];
          throw reason;
        },
      );
      installedModules[id] = loading;
      promises.push(loading);
    } catch (reason) {
      promises.push(Promise.reject(reason));
    }
  }
}

function getConsumed({ moduleToHandlerMapping }: ConsumeRequest, id: BuildId) {
  const consumed = moduleToHandlerMapping[id];
  if (!consumed) throw new Error(`The build describes no shared module ${id}`);
  return consumed;
}

function takeConsumed(request: ConsumeRequest, id: BuildId) {
  const { shareKey, shareInfo } = getConsumed(request, id);
  return takeShare(shareKey, shareInfo.shareConfig.requiredVersion);
}

function defineModule({ webpackRequire, installedModules }: ConsumeRequest, id: BuildId, factory: ModuleFactory): void {
  installedModules[id] = 0;
  webpackRequire.m[id] = (module) => {
    // A module that throws must throw again when it is required again.
    delete webpackRequire.c[id];
    module.exports = factory();
  };
}
