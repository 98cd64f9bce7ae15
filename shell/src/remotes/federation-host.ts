import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { Composition, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import { getEntryUrl, refreshFailedFile } from './refresh-failed-file';
import type { LoadRemoteModule } from './screen-registry';

/** Lists every version of a remote that a page of this composition can load. */
const listVersions = ({ remotes }: Composition): RemoteVersion[] =>
  remotes.flatMap((remote) => (remote.previous ? [remote, remote.previous] : [remote]));

/**
 * Sets the integrity hash of the composition on entry scripts, so that the browser runs no other bytes. An entry carries
 * the hashes of its chunks: the chain is document, entry, chunk.
 */
function entryIntegrity(composition: Composition): ModuleFederationRuntimePlugin {
  const integrityByUrl = new Map(
    listVersions(composition).map((remote) => [getEntryUrl(remote), remote.entry.integrity]),
  );
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      const integrity = integrityByUrl.get(url);
      if (integrity) script.integrity = integrity;
      else if (composition.env !== 'development') throw new Error(`${url} has no hash in the composition`);
      return script;
    },
  };
}

/**
 * Registers the remotes of a composition with the page's federation host. The host fetches the entry of a remote when
 * the remote is first loaded.
 *
 * @throws when the federation runtime is not initialized.
 */
export function createFederationHost(composition: Composition): LoadRemoteModule {
  const host = getInstance();
  if (!host) throw new Error('The federation runtime is not initialized');
  host.registerPlugins([entryIntegrity(composition)]);
  const register = (remote: RemoteVersion, force: boolean) =>
    host.registerRemotes(
      [{ name: remote.global, entry: getEntryUrl(remote), type: 'global', entryGlobalName: remote.global }],
      { force },
    );
  for (const remote of listVersions(composition)) register(remote, false);

  return async (remote, { isRetry, reason }) => {
    if (isRetry) {
      await refreshFailedFile(remote, reason);
      // The runtime caches a failed entry. A forced registration clears it.
      register(remote, true);
    }
    const module = await host.loadRemote<RemoteModule>(`${remote.global}/routes`);
    if (!module) throw new Error(`${remote.name} exposes no routes`);
    return module;
  };
}
