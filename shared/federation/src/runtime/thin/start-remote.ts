import type { BundleRequire } from './build-data';
import { createConsumes, installInitialConsumes } from './consume-shares';
import { registerBuild } from './register-build';
import { instance } from './share-scope';

declare const __webpack_require__: BundleRequire;
/** `?` and the name of the build: the global variable of its container. */
declare const __resourceQuery: string;

/**
 * Starts the runtime of a remote. A remote takes shared
 * modules, all of them singletons, from the share scope that a shell passes to it, and provides none.
 */
function start(bundle: BundleRequire): void {
  const { consumesLoadingData, initializeExposesData } = bundle;
  if (consumesLoadingData) {
    const installed = {};
    if (bundle.f) bundle.f.consumes = createConsumes(bundle, consumesLoadingData, installed);
    installInitialConsumes(bundle, consumesLoadingData, installed);
  }
  bundle.initContainer = (shareScope) => {
    instance.shareScopeMap.default = shareScope;
  };
  bundle.getContainer = async (exposed) => {
    const load = initializeExposesData?.moduleMap[exposed];
    if (!load) throw new Error(`Module "${exposed}" does not exist in container.`);
    return load();
  };
}

registerBuild(__webpack_require__, __resourceQuery.slice(1));
start(__webpack_require__);
