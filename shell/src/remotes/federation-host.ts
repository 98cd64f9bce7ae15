import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { Composition, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import { refreshFailedFile } from '../base/refresh-failed-file';
import type { LoadRemoteModule } from './screen-registry';

/** Gives the URL of a remote's entry. The federation runtime requires absolute URLs. */
export const getEntryUrl = ({ base, entry }: RemoteVersion): string =>
  new URL(base + entry.path, window.location.origin).href;

/**
 * Sets the integrity hash of the composition on entry scripts, so that the browser runs no other bytes. An entry carries
 * the hashes of its chunks: the chain is document, entry, chunk.
 */
function entryIntegrity(env: string, integrityByUrl: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin {
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      const integrity = integrityByUrl.get(url);
      if (integrity) script.integrity = integrity;
      else if (env !== 'development') throw new Error(`${url} has no hash in the composition`);
      return script;
    },
  };
}

/**
 * Creates the loader of remotes with the page's federation host. It registers a version with its hash when the version is first
 * loaded.
 *
 * @throws when the federation runtime is not initialized.
 */
export function createFederationHost({ env }: Pick<Composition, 'env'>): LoadRemoteModule {
  const host = getInstance();
  if (!host) throw new Error('The federation runtime is not initialized');
  const integrityByUrl = new Map<string, string>();
  host.registerPlugins([entryIntegrity(env, integrityByUrl)]);
  const register = (remote: RemoteVersion, force: boolean) =>
    host.registerRemotes(
      [{ name: remote.global, entry: getEntryUrl(remote), type: 'global', entryGlobalName: remote.global }],
      { force },
    );

  return async (remote, { isRetry, reason }) => {
    const url = getEntryUrl(remote);
    if (!integrityByUrl.has(url)) {
      integrityByUrl.set(url, remote.entry.integrity);
      register(remote, false);
    }
    if (isRetry) {
      await refreshFailedFile(reason, remote.base, url);
      // The runtime caches a failed entry. A forced registration clears it.
      register(remote, true);
    }
    const module = await host.loadRemote<RemoteModule>(`${remote.global}/routes`);
    if (!module) throw new Error(`${remote.name} exposes no routes`);
    return module;
  };
}
