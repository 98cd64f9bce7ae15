import type { BundleRequire, ProvidedData } from './build-data';
import { registerBuild } from './register-build';
import { instance, type Share } from './share-scope';

declare const __webpack_require__: BundleRequire;
/** `?` and the name of the build. */
declare const __resourceQuery: string;

/** Describes a provided module as the full runtime does. A remote with the full runtime reads `scope` and `shareConfig`. */
function toShare({ version, factory, eager, singleton, requiredVersion, strictVersion }: ProvidedData, from: string) {
  const shareConfig = { singleton, requiredVersion, eager, strictVersion };
  return { version, from, get: factory, scope: ['default'], shareConfig } satisfies Share;
}

/**
 * Starts the runtime of a shell. A shell provides shared
 * modules in one share scope and takes none. It registers remotes in the page: builds here have no `remotes` option.
 */
function start(bundle: BundleRequire, name: string): void {
  const scope = instance.shareScopeMap.default;
  for (const provided of Object.values(bundle.initializeSharingData?.scopeToSharingDataMapping ?? {}).flat()) {
    if (typeof provided === 'string') continue;
    scope[provided.name] = { ...scope[provided.name], [provided.version]: toShare(provided, name) };
  }
  registerBuild(bundle, name);
}

start(__webpack_require__, __resourceQuery.slice(1));
