import type { BundleRequire, ProvidedData } from './build-data';
import { createConsumes, installInitialConsumes } from './consume-shares';
import { instance, type Share } from './share-scope';

declare const __webpack_require__: BundleRequire;
/** `?` and the name of the build: the global variable of a remote's container, or `shell`. */
declare const __resourceQuery: string;

/** Global of the federation runtime. The smoke test and the browser's developer tools read the shared modules from it. */
interface FederatedPage {
  __FEDERATION__?: { __INSTANCES__?: unknown[]; __SHARE__?: Record<string, unknown> };
}

/** Describes a provided module as the full runtime does. A remote with the full runtime reads `scope` and `shareConfig`. */
function toShare({ version, factory, eager, singleton, requiredVersion, strictVersion }: ProvidedData, from: string) {
  const shareConfig = { singleton, requiredVersion, eager, strictVersion };
  return { version, from, get: factory, scope: ['default'], shareConfig } satisfies Share;
}

/**
 * Starts the runtime of a build, in place of the code that the bundler generates for the full runtime. Its shared modules are in
 * its own share scope until a shell passes another one. Builds here have one share scope, singletons only, and no `remotes` option:
 * the shell registers remotes in the page.
 */
function start(bundle: BundleRequire, name: string): void {
  const scope = instance.shareScopeMap.default;
  for (const provided of Object.values(bundle.initializeSharingData?.scopeToSharingDataMapping ?? {}).flat()) {
    if (typeof provided === 'string') continue;
    scope[provided.name] = { ...scope[provided.name], [provided.version]: toShare(provided, name) };
  }
  instance.name = instance.options.name = name;
  const page = globalThis as unknown as FederatedPage;
  page.__FEDERATION__ ??= {};
  const federation = page.__FEDERATION__;
  federation.__INSTANCES__ ??= [];
  federation.__INSTANCES__.push(instance);
  federation.__SHARE__ ??= {};
  federation.__SHARE__[name] = instance.shareScopeMap;

  const { consumesLoadingData, initializeExposesData } = bundle;
  if (consumesLoadingData) {
    const installed = {};
    if (bundle.f) bundle.f.consumes = createConsumes(bundle, consumesLoadingData, installed);
    installInitialConsumes(bundle, consumesLoadingData, installed);
  }
  if (!initializeExposesData) return;
  const { moduleMap } = initializeExposesData;
  bundle.initContainer = (shareScope) => {
    instance.shareScopeMap.default = shareScope;
  };
  bundle.getContainer = async (exposed) => {
    const load = moduleMap[exposed];
    if (!load) throw new Error(`Module "${exposed}" does not exist in container.`);
    return load();
  };
}

start(__webpack_require__, __resourceQuery.slice(1));
