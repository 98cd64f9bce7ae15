import type { BundleRequire } from './build-data';
import { instance } from './share-scope';

/** Global of the federation runtime. The smoke test and the browser's developer tools read the shared modules from it. */
interface FederatedPage {
  __FEDERATION__?: { __INSTANCES__?: unknown[]; __SHARE__?: Record<string, unknown> };
}

/**
 * Makes this build known in its page, and its scripts and pictures known to it: they lie next to its entry.
 *
 * @param name The global variable of a remote's container, or `shell`.
 */
export function registerBuild(bundle: BundleRequire, name: string): void {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement) bundle.p = new URL('.', currentScript.src).href;
  instance.name = instance.options.name = name;
  const page = globalThis as unknown as FederatedPage;
  page.__FEDERATION__ ??= {};
  const federation = page.__FEDERATION__;
  federation.__INSTANCES__ ??= [];
  federation.__INSTANCES__.push(instance);
  federation.__SHARE__ ??= {};
  federation.__SHARE__[name] = instance.shareScopeMap;
}
