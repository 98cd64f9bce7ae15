import { readFile, writeFile } from 'node:fs/promises';
import { createRequire, register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildManifest, buildManifestFile } from '@shop/federation/build-manifest';
import { evaluateNodeBundle } from '@shop/gateway/rendering/evaluate-node-bundle';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { RegisteredNames, ShellBuild } from '@shop/remote-contract/shell-build';
import { describeLoadError, removeBrowserNames } from './describe-load-error';

/*
 * Runs the Node build of an app and writes the names that it registers into the build manifest. The build starts this file
 * as a process of its own: the app shares no module state with the build, and it cannot keep the build from ending.
 * See docs/decisions/0033.
 */
register('./empty-assets.mjs', import.meta.url);
const [appRoot = ''] = process.argv.slice(2);
/** Finds the packages that the app was built with. */
const require = createRequire(path.join(appRoot, 'package.json'));
const manifestFile = path.join(appRoot, 'dist/browser', buildManifestFile);
const serverFile = path.join(appRoot, 'dist/node/server.cjs');

const storeApiKey = '@shop/api-client/store-api';

interface EndpointRegistry {
  injectEndpoints: (options: { endpoints: (build: never) => object }) => unknown;
}

async function loadSharedModules({ consumes }: BuildManifest): Promise<Record<string, unknown>> {
  const keys = ['react/jsx-runtime', storeApiKey, ...Object.keys(consumes)];
  const load = async (key: string) =>
    [key, key.startsWith('react') ? require(key) : await import(pathToFileURL(require.resolve(key)).href)] as const;
  return Object.fromEntries(await Promise.all(keys.map(load)));
}

/** Records the names of endpoints. @returns A list that grows with every registration. */
function recordEndpoints(registry: EndpointRegistry): string[] {
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

/** Loads every module of a remote's routes and slots. Remotes register no Redux slices. */
async function collectFromRemote(code: string, manifest: BuildManifest): Promise<RegisteredNames> {
  const provided = await loadSharedModules(manifest);
  const { storeApi } = provided[storeApiKey] as { storeApi: EndpointRegistry };
  const endpoints = recordEndpoints(storeApi);
  const { routes, slots = {} } = evaluateNodeBundle<RemoteModule>(code, { filename: serverFile, base: '/', provided });
  await Promise.all([...Object.values(routes), ...Object.values(slots)].map((load) => load()));
  return { endpoints: endpoints.sort(), slices: [] };
}

async function collectFromShell(code: string): Promise<RegisteredNames> {
  const { registeredNames } = evaluateNodeBundle<ShellBuild>(code, { filename: serverFile, base: '/' });
  if (!registeredNames) throw new Error('its Node build exports no registeredNames: see shell/src/server.tsx');
  return registeredNames();
}

removeBrowserNames(globalThis);
try {
  const [manifestText, code] = await Promise.all([readFile(manifestFile, 'utf8'), readFile(serverFile, 'utf8')]);
  const manifest: BuildManifest = JSON.parse(manifestText);
  const names = await (manifest.kind === 'shell' ? collectFromShell(code) : collectFromRemote(code, manifest));
  await writeFile(manifestFile, `${JSON.stringify({ ...manifest, names }, null, 2)}\n`);
  process.exit(0);
} catch (error) {
  console.error(describeLoadError(error, serverFile));
  process.exit(1);
}
