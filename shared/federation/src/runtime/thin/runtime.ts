import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import { loadScript } from './load-script';
import { instance, type ModuleFactory, type ShareScope } from './share-scope';

/** The part of the full runtime's instance that the shell uses. */
type Host = Pick<ModuleFederation, 'registerPlugins' | 'registerRemotes' | 'loadRemote'>;

/** What the entry of a remote defines. */
interface Container {
  init: (scope: ShareScope, initScope: unknown[], options: object) => unknown;
  get: (exposed: string) => Promise<ModuleFactory>;
}

interface RegisteredRemote {
  /** URL of the entry. */
  entry: string;
  /** Global variable that the entry defines. */
  entryGlobalName: string;
}

const host = createHost();

/**
 * The host of this page, in place of the export of `@module-federation/runtime`. Null in a build without federation.
 */
export const getInstance = (): Host | null => (instance.name ? host : null);

function createHost(): Host {
  const remotes = new Map<string, RegisteredRemote>();
  const containers = new Map<string, Promise<Container>>();
  const plugins: ModuleFederationRuntimePlugin[] = [];

  const createScript = (url: string): HTMLScriptElement => {
    for (const plugin of plugins) {
      const script = plugin.createScript?.({ url });
      if (script instanceof HTMLScriptElement) return script;
    }
    throw new Error(`No plugin creates the script of ${url}`);
  };

  const startContainer = async ({ entry, entryGlobalName }: RegisteredRemote): Promise<Container> => {
    const page = globalThis as unknown as Record<string, Container | undefined>;
    if (!page[entryGlobalName]) await loadScript(createScript(entry));
    const container = page[entryGlobalName];
    if (!container) {
      throw new Error(`${entry} defines no ${entryGlobalName}. Was it built for the full federation runtime?`);
    }
    const { shareScopeMap } = instance;
    await container.init(shareScopeMap.default, [], { shareScopeKeys: 'default', shareScopeMap });
    return container;
  };

  return {
    registerPlugins: (added = []) => void plugins.push(...added),
    // A failed entry is not cached, so a registration with `force` has nothing to clear.
    registerRemotes: (added) => {
      for (const { name, entryGlobalName = name, ...remote } of added) {
        if (!('entry' in remote)) throw new Error(`${name} has no entry`);
        remotes.set(name, { entry: remote.entry, entryGlobalName });
      }
    },
    loadRemote: async <Module>(id: string) => {
      const [name = '', ...exposed] = id.split('/');
      const remote = remotes.get(name);
      if (!remote) throw new Error(`No remote ${name} is registered`);
      const container = containers.get(name) ?? startContainer(remote);
      containers.set(name, container);
      container.catch(() => containers.delete(name));
      const factory = await (await container).get(`./${exposed.join('/')}`);
      return factory() as Module;
    },
  };
}
