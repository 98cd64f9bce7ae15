import type { BundleRequire } from './build-data';
import { consumes, installInitialConsumes } from './consume-shares';
import { instance, type ShareScope } from './share-scope';

/** Global of the federation runtime. The smoke test and the browser's developer tools read the shared modules from it. */
interface FederatedPage {
  __FEDERATION__?: { __INSTANCES__?: unknown[]; __SHARE__?: Record<string, unknown> };
}

/** Starts the runtime of a build: its shared modules are in its own share scope until a shell passes another one. */
function init({ webpackRequire }: { webpackRequire: BundleRequire }): typeof instance {
  const { name, shared = {} } = webpackRequire.federation.initOptions;
  const scope = instance.shareScopeMap.default;
  for (const [key, provided] of Object.entries(shared)) {
    scope[key] = Object.fromEntries(provided.map((share) => [share.version, { ...share, from: name }]));
  }
  instance.name = instance.options.name = name;
  const page = globalThis as unknown as FederatedPage;
  page.__FEDERATION__ ??= {};
  const federation = page.__FEDERATION__;
  federation.__INSTANCES__ ??= [];
  federation.__INSTANCES__.push(instance);
  federation.__SHARE__ ??= {};
  federation.__SHARE__[name] = instance.shareScopeMap;
  return instance;
}

/** `init` of a remote's container: the shell passes its share scope. */
function initContainerEntry({ shareScope }: { shareScope: ShareScope }): void {
  instance.shareScopeMap.default = shareScope;
}

/**
 * The functions that generated code of a shell and of a remote calls, in place of `@module-federation/webpack-bundler-runtime`.
 * Builds here have one share scope, singletons only, and no `remotes` option: the shell registers remotes in the page.
 */
export default {
  bundlerRuntime: { S: {}, init, initContainerEntry, installInitialConsumes, consumes },
};
