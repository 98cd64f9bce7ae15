import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type BuildManifest, buildManifestFile } from '@shop/federation/build-manifest';
import { evaluateNodeBundle } from '@shop/releases/runtime/evaluate-node-bundle';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { RegisteredNames, ShellBuild } from '@shop/remote-contract/shell-build';

/*
 * Runs the Node build of an app and writes which names it registered into the build's manifest. A process of its own,
 * started by the build: an app's code shares no module state with anything else, and cannot keep the build from ending.
 * See docs/decisions/0010.
 */
const require = createRequire(import.meta.url);
const [appRoot = ''] = process.argv.slice(2);
const manifestFile = path.join(appRoot, 'dist/browser', buildManifestFile);
const serverFile = path.join(appRoot, 'dist/node/server.cjs');

const storeApiKey = '@shop/api-client/store-api';

/** The part of the one api that endpoints are registered with. */
interface EndpointRegistry {
  injectEndpoints: (options: { endpoints: (build: never) => object }) => unknown;
}

/** The workspace's own copies of what a remote takes from its shell: it was built against these versions. */
async function loadSharedModules({ consumes }: BuildManifest): Promise<Record<string, unknown>> {
  const keys = ['react/jsx-runtime', storeApiKey, ...Object.keys(consumes)];
  const load = async (key: string) => [key, key.startsWith('react') ? require(key) : await import(key)] as const;
  return Object.fromEntries(await Promise.all(keys.map(load)));
}

/** Puts an ear on the api. @returns Names of endpoints as they are registered from now on. */
function listen(registry: EndpointRegistry): string[] {
  const endpoints: string[] = [];
  const inject = registry.injectEndpoints;
  registry.injectEndpoints = (options) =>
    inject({
      ...options,
      endpoints: (build) => {
        const defined = options.endpoints(build);
        endpoints.push(...Object.keys(defined));
        return defined;
      },
    });
  return endpoints;
}

/** Runs every module of a remote. The store takes no slices from remotes, so there are none to hear of. */
async function namesOfRemote(code: string, manifest: BuildManifest): Promise<RegisteredNames> {
  const provided = await loadSharedModules(manifest);
  const { storeApi } = provided[storeApiKey] as { storeApi: EndpointRegistry };
  const endpoints = listen(storeApi);
  const { routes } = evaluateNodeBundle<RemoteModule>(code, { filename: serverFile, base: '/', provided });
  await Promise.all(Object.values(routes).map((load) => load()));
  return { endpoints: endpoints.sort(), slices: [] };
}

async function namesOfShell(code: string): Promise<RegisteredNames> {
  const { registeredNames } = evaluateNodeBundle<ShellBuild>(code, { filename: serverFile, base: '/' });
  if (!registeredNames) throw new Error('its Node build exports no registeredNames: see shell/src/server.tsx');
  return registeredNames();
}

const [manifestText, code] = await Promise.all([readFile(manifestFile, 'utf8'), readFile(serverFile, 'utf8')]);
const manifest: BuildManifest = JSON.parse(manifestText);
const names = await (manifest.kind === 'shell' ? namesOfShell(code) : namesOfRemote(code, manifest));
await writeFile(manifestFile, `${JSON.stringify({ ...manifest, names }, null, 2)}\n`);
process.exit(0);
