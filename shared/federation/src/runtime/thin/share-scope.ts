import { isInRange } from './version-range';

/** Returns the exports of a module. */
export type ModuleFactory = () => unknown;

/** A shared module at one version. The full runtime writes and reads the same fields, so that both can meet in one page. */
export interface Share {
  version: string;
  /** Name of the build that provides it. */
  from: string;
  /** Loads the module if it is lazy. */
  get: () => ModuleFactory | Promise<ModuleFactory>;
  lib?: ModuleFactory | null;
  loaded?: boolean;
  loading?: Promise<ModuleFactory> | null;
  /** The full runtime of a remote reads both. */
  scope?: string[];
  shareConfig?: object;
}

/** The shared modules of a page, by key and version. The shell fills it and passes it to each remote. */
export type ShareScope = Record<string, Record<string, Share>>;

/** This build in its page. It has the fields that the full runtime and tools read from an instance of the full runtime. */
export const instance = {
  name: '',
  options: { name: '' },
  shareScopeMap: { default: {} as ShareScope },
};

/**
 * Returns the factory of a shared module; a promise while a lazy module loads. The module loads once. A failed load is not
 * cached.
 *
 * @throws when the page provides no version in the range. The message names this build, the module, the range and the versions.
 */
export function takeShare(key: string, range: string): ModuleFactory | Promise<ModuleFactory> {
  const share = findShare(key, range);
  if (share.lib) return share.lib;
  if (share.loading) return share.loading;
  const factory = share.get();
  if (typeof factory === 'function') return markLoaded(share, factory);
  share.loading = factory.then(
    (loaded) => markLoaded(share, loaded),
    (reason) => {
      share.loading = null;
      throw new Error(`${instance.name} needs ${key} ${range}, and ${share.version} did not load.`, { cause: reason });
    },
  );
  return share.loading;
}

/** Finds a version in the range. A module that is in use at one version is never loaded at another one. */
function findShare(key: string, range: string): Share {
  const provided = Object.values(instance.shareScopeMap.default[key] ?? {});
  const inUse = provided.filter(({ loaded, loading }) => Boolean(loaded) || loading !== undefined);
  const candidates = inUse.length > 0 ? inUse : provided;
  const share = candidates.find(({ version }) => isInRange(version, range));
  if (share) return share;
  const versions = candidates.map(({ version }) => version).join(' and ');
  throw new Error(
    `${instance.name} needs ${key} ${range}, and the page ${versions ? `has ${versions}` : 'does not provide it'}.`,
  );
}

function markLoaded(share: Share, factory: ModuleFactory): ModuleFactory {
  share.lib = factory;
  share.loaded = true;
  return factory;
}
