import type { Compilation, Configuration, RspackPluginInstance } from '@rspack/core';
import { type OwnedPaths, remoteContractVersion, requiredRemoteContract } from '@shop/remote-contract/remote-module';
import { type AppIdentity, identifyApp } from './app-identity';
import {
  type BuildManifest,
  BuildManifestPlugin,
  describeStyles,
  listChunksOfGroup,
  listConsumedKeys,
  listScripts,
} from './build-manifest';
import { configureDevServer } from './dev-server';
import { describeConsumed } from './module-exports';
import { chooseRuntime, type Federation, federateRemote } from './plugins/federate';
import { browserBase, chunkIntegrity, nodeBase } from './rspack-base';
import { getFederationRuntimeVersion, getTestedFederationRuntimes, listSharedModules } from './shared-modules';

export interface RemoteOptions {
  /** Folder of the remote. */
  root: string;
  /** Paths of the remote, from its `src/paths.ts`. */
  paths: OwnedPaths;
}

const remoteEntry = 'remote-entry.js';

/**
 * Builds a remote twice from the same source: a federated container for the browser (`dist/browser`), and one CommonJS
 * file for Node (`dist/node/server.cjs`) whose shared modules come from the composition's shell.
 *
 * @throws when a path has no chunk of its name.
 * @example export default defineRemote({ root: import.meta.dirname, paths });
 */
export function defineRemote({ root, paths }: RemoteOptions): Configuration[] {
  const app = identifyApp(root);
  const manifest = new BuildManifestPlugin((compilation) => describeRemote(app, paths, compilation));
  const federation = { runtime: chooseRuntime(app), shared: listSharedModules() };
  return [remoteForBrowser(app, federation, [manifest]), remoteForNode(app)];
}

/** The browser build of a remote with the routes in `src/routes.ts`. */
export function remoteForBrowser(
  app: AppIdentity,
  federation: Federation,
  plugins: RspackPluginInstance[] = [],
): Configuration {
  const base = browserBase(app);
  return {
    ...base,
    ...configureDevServer(app),
    // The container has the same name, so the table of routes is in the remote's entry and not a request of its own.
    entry: { [app.global]: './src/routes.ts' },
    // One script for each screen. Screens of a remote share a few kilobytes, and a first load waits for every request.
    optimization: { ...base.optimization, splitChunks: false },
    plugins: [
      ...(base.plugins ?? []),
      ...chunkIntegrity(app),
      ...federateRemote(federation, app.global, remoteEntry),
      ...plugins,
    ],
  };
}

function remoteForNode(app: AppIdentity): Configuration {
  const external = ['@shop/release-base', 'react/jsx-runtime', ...listSharedModules().map(({ key }) => key)];
  return {
    ...nodeBase(app),
    entry: { server: ['@shop/federation/node-public-path', './src/routes.ts'] },
    externals: Object.fromEntries(external.map((key) => [key, `commonjs ${key}`])),
  };
}

function describeRemote(app: AppIdentity, paths: OwnedPaths, compilation: Compilation): BuildManifest {
  assertLazyRoutes(app, compilation);
  const routes = listChunksOfGroup(compilation, 'routes');
  const described = Object.entries(paths).map(([id, path]) => {
    const chunks = listChunksOfGroup(compilation, id);
    if (chunks.length === 0) {
      throw new Error(
        `${app.name}: no chunk is called "${id}". In src/routes.ts write ${id}: () => import(/* webpackChunkName: "${id}" */ './features/…').`,
      );
    }
    const files = listScripts([...routes, ...chunks]);
    const { styles } = describeStyles([...routes, ...chunks]);
    const consumed = listConsumedKeys(compilation, chunks);
    const lazyShared = listSharedModules().flatMap(({ key, isEager }) => (!isEager && consumed.has(key) ? [key] : []));
    return [id, { ...path, files, ...(styles && { styles }), lazyShared }] as const;
  });
  const consumed = listConsumedKeys(compilation);
  return {
    app: app.name,
    kind: 'remote',
    version: app.version,
    entry: remoteEntry,
    global: app.global,
    paths: Object.fromEntries(described),
    provides: {},
    consumes: Object.fromEntries(
      listSharedModules()
        .filter(({ key }) => consumed.has(key))
        .map((module) => [module.key, describeConsumed(compilation, module)]),
    ),
    federationRuntime: getFederationRuntimeVersion(chooseRuntime(app)),
    testedFederationRuntimes: getTestedFederationRuntimes(),
    remoteContract: remoteContractVersion,
    contractRequired: requiredRemoteContract,
  };
}

/** The entry runs before the shell hands the shared modules over, and it contains `src/routes.ts`. */
function assertLazyRoutes({ name, global }: AppIdentity, compilation: Compilation): void {
  const consumed = [...listConsumedKeys(compilation, listChunksOfGroup(compilation, global))];
  if (consumed.length === 0) return;
  throw new Error(
    `${name}: the entry imports ${consumed.join(', ')}. In src/routes.ts import screens with import() only.`,
  );
}
