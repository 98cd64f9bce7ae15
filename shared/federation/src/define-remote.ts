import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Compilation, Configuration } from '@rspack/core';
import { type OwnedPaths, remoteContractVersion, requiredRemoteContract } from '@shop/remote-contract/remote-module';
import { type AppIdentity, identifyApp } from './app-identity';
import {
  type BuildManifest,
  BuildManifestPlugin,
  listChunksOfGroup,
  listConsumedKeys,
  listScripts,
} from './build-manifest';
import { configureDevServer } from './dev-server';
import { EsmFederationRuntime } from './esm-federation-runtime';
import { browserBase, chunkIntegrity, nodeBase } from './rspack-base';
import { getFederationRuntimeVersion, listSharedModules } from './shared-modules';

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
  return [remoteForBrowser(app, paths), remoteForNode(app)];
}

function remoteForBrowser(app: AppIdentity, paths: OwnedPaths): Configuration {
  const base = browserBase(app);
  const shared = listSharedModules().map(({ key, range }) => {
    return [key, { singleton: true, strictVersion: true, import: false as const, requiredVersion: range }] as const;
  });
  return {
    ...base,
    ...configureDevServer(app),
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      ...chunkIntegrity(app),
      new ModuleFederationPlugin({
        name: app.global,
        filename: remoteEntry,
        library: { type: 'window', name: app.global },
        exposes: { './routes': { import: './src/routes.ts', name: 'routes' } },
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        shared: Object.fromEntries(shared),
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
      new EsmFederationRuntime(),
      new BuildManifestPlugin((compilation) => describeRemote(app, paths, compilation)),
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
  const routes = listScripts(listChunksOfGroup(compilation, 'routes'));
  const described = Object.entries(paths).map(([id, path]) => {
    const chunks = listChunksOfGroup(compilation, id);
    if (chunks.length === 0) {
      throw new Error(
        `${app.name}: no chunk is called "${id}". In src/routes.ts write ${id}: () => import(/* webpackChunkName: "${id}" */ './features/…').`,
      );
    }
    const files = [...new Set([...routes, ...listScripts(chunks)])];
    const consumed = listConsumedKeys(compilation, chunks);
    const lazyShared = listSharedModules().flatMap(({ key, isEager }) => (!isEager && consumed.has(key) ? [key] : []));
    return [id, { ...path, files, lazyShared }] as const;
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
        .map(({ key, range }) => [key, { range }]),
    ),
    federationRuntime: getFederationRuntimeVersion(),
    remoteContract: remoteContractVersion,
    contractRequired: requiredRemoteContract,
  };
}
