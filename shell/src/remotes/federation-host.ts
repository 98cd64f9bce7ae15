import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { Composition, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { LoadRemoteModule } from './screen-registry';

/** Absolute, as the federation runtime asks for it. */
const entryUrl = ({ base, entry }: RemoteVersion) => new URL(base + entry.path, window.location.origin).href;

/** Every version of a remote that a page of this composition may load. */
const versionsOf = ({ remotes }: Composition): RemoteVersion[] =>
  remotes.flatMap((remote) => (remote.previous ? [remote, remote.previous] : [remote]));

/**
 * Lets entry scripts run only with the bytes the composition names. Chunks are checked by the hashes that an entry
 * carries, so the chain is document, entry, chunk.
 */
function entryIntegrity(composition: Composition): ModuleFederationRuntimePlugin {
  const integrityByUrl = new Map(versionsOf(composition).map((remote) => [entryUrl(remote), remote.entry.integrity]));
  return {
    name: 'entry-integrity',
    createScript: ({ url }) => {
      const script = document.createElement('script');
      script.src = url;
      script.crossOrigin = 'anonymous';
      const integrity = integrityByUrl.get(url);
      if (integrity) script.integrity = integrity;
      else if (composition.env !== 'development') throw new Error(`${url} has no hash in the composition: refused`);
      return script;
    },
  };
}

/**
 * Prepares the page's one federation host to load the remotes of a composition. No entry is fetched before its remote
 * is asked for.
 */
export function createFederationHost(composition: Composition): LoadRemoteModule {
  const host = getInstance();
  if (!host) throw new Error('the federation runtime did not start');
  host.registerPlugins([entryIntegrity(composition)]);
  const register = (remote: RemoteVersion, force: boolean) =>
    host.registerRemotes(
      [{ name: remote.global, entry: entryUrl(remote), type: 'global', entryGlobalName: remote.global }],
      { force },
    );
  for (const remote of versionsOf(composition)) register(remote, false);

  return async (remote, { isRetry }) => {
    // The runtime remembers a failed entry; registering anew makes it forget.
    if (isRetry) register(remote, true);
    const module = await host.loadRemote<RemoteModule>(`${remote.global}/routes`);
    if (!module) throw new Error(`${remote.name} exposes no routes`);
    return module;
  };
}
