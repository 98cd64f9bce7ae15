import type { Compilation, Configuration, RspackPluginInstance } from '@rspack/core';
import { connectOriginPattern, maxConnectOrigins } from '@shop/remote-contract/connect';
import {
  connectRemoteContract,
  type OwnedPaths,
  remoteContractVersion,
  requiredRemoteContract,
  slotsRemoteContract,
} from '@shop/remote-contract/remote-module';
import type { FilledSlots, SlotLinks } from '@shop/remote-contract/slots';
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
import { chooseRuntime, configureFederation, type Federation, federateRemote, withRuntime } from './plugins/federate';
import { browserBase, chunkIntegrity, nodeBase, withoutServerCode } from './rspack-base';
import { getFederationRuntimeVersion, getTestedFederationRuntimes, listSharedModules } from './shared-modules';
import { getStyleScope } from './style-sheets';
import { TextsPlugin } from './texts';

export interface RemoteOptions {
  /** Folder of the remote. */
  root: string;
  /** Paths of the remote, from its `src/paths.ts`. */
  paths: OwnedPaths;
  /** Slots that the remote fills, from its `src/slots.ts`. */
  slots?: FilledSlots;
  /** Links that the remote adds to the shop's navigation, from its `src/slots.ts`. */
  links?: SlotLinks;
  /**
   * Origins of the remote's own backend, which its screens call with absolute addresses: https, or http on localhost while you
   * develop. The release policy allows them. CONTRIBUTING.md "A backend of your own"
   */
  connect?: readonly string[];
}

const remoteEntry = 'remote-entry.js';

/**
 * Builds a remote twice from the same source: a federated container for the browser (`dist/browser`), and one CommonJS
 * file for Node (`dist/node/server.cjs`) whose shared modules come from the composition's shell.
 *
 * @throws when a path or a slot has no chunk of its name, or `connect` has something else than an origin.
 * @example export default defineRemote({ root: import.meta.dirname, paths });
 * @example export default defineRemote({ root: import.meta.dirname, paths, connect: ['https://reviews.example'] });
 */
export function defineRemote({ root, ...options }: RemoteOptions): Configuration[] {
  const app = identifyApp(root);
  assertOrigins(app, options.connect ?? []);
  const parts = [...Object.keys(options.paths), ...Object.keys(options.slots ?? {})];
  const texts = new TextsPlugin(app, Object.fromEntries(parts.map((part) => [part, part])));
  const manifest = new BuildManifestPlugin((compilation) => ({
    ...describeRemote(app, options, compilation),
    ...texts.described,
  }));
  return [remoteForBrowser(app, configureFederation(app), [texts, manifest]), remoteForNode(app)];
}

/** The browser build of a remote with the routes in `src/routes.ts`. */
export function remoteForBrowser(
  app: AppIdentity,
  federation: Federation,
  plugins: RspackPluginInstance[] = [],
): Configuration {
  const base = withRuntime(browserBase(app), federation);
  return {
    ...base,
    ...configureDevServer(app),
    // The container has the same name, so the table of routes is in the remote's entry and not a request of its own.
    entry: { [app.global]: './src/routes.ts' },
    // One script for each screen. Screens of a remote share a few kilobytes, and a first load waits for every request.
    optimization: { ...base.optimization, splitChunks: false },
    plugins: [
      ...(base.plugins ?? []),
      withoutServerCode(),
      ...chunkIntegrity(app),
      ...federateRemote(federation, app.global, remoteEntry),
      ...plugins,
    ],
  };
}

function remoteForNode(app: AppIdentity): Configuration {
  const external = ['@shop/release-base', ...listSharedModules().map(({ key }) => key)];
  return {
    ...nodeBase(app),
    entry: { server: ['@shop/federation/node-public-path', './src/routes.ts'] },
    externals: Object.fromEntries(external.map((key) => [key, `commonjs ${key}`])),
  };
}

function describeRemote(
  app: AppIdentity,
  { paths, slots = {}, links = {}, connect = [] }: Omit<RemoteOptions, 'root'>,
  compilation: Compilation,
): BuildManifest {
  assertLazyRoutes(app, compilation);
  const hasSlots = Object.keys(slots).length > 0;
  const hasLinks = Object.keys(links).length > 0;
  const describe = <Part extends object>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, { ...part, ...describeChunk(app, name, compilation) }]),
    );
  const consumed = listConsumedKeys(compilation);
  return {
    app: app.name,
    kind: 'remote',
    version: app.version,
    entry: remoteEntry,
    global: app.global,
    styleScope: getStyleScope(app),
    paths: describe(paths),
    ...(hasSlots && { slots: describe(slots) }),
    ...(hasLinks && { links }),
    ...(connect.length > 0 && { connect }),
    provides: {},
    consumes: Object.fromEntries(
      listSharedModules()
        .filter(({ key }) => consumed.has(key))
        .map((module) => [module.key, describeConsumed(compilation, module)]),
    ),
    federationRuntime: getFederationRuntimeVersion(chooseRuntime(app)),
    testedFederationRuntimes: getTestedFederationRuntimes(),
    remoteContract: remoteContractVersion,
    contractRequired: getRequiredContract({ hasConnect: connect.length > 0, hasSlots: hasSlots || hasLinks }),
  };
}

function getRequiredContract({ hasConnect, hasSlots }: { hasConnect: boolean; hasSlots: boolean }): string {
  if (hasConnect) return connectRemoteContract;
  return hasSlots ? slotsRemoteContract : requiredRemoteContract;
}

/** @throws When `connect` has something else than an origin, or too many. */
function assertOrigins({ name }: AppIdentity, connect: readonly string[]): void {
  if (connect.length > maxConnectOrigins)
    throw new Error(`${name}: connect has ${connect.length} origins, and ${maxConnectOrigins} is the limit.`);
  const wrong = connect.find((origin) => !connectOriginPattern.test(origin));
  if (wrong === undefined) return;
  throw new Error(
    `${name}: connect has ${JSON.stringify(wrong)}. Write an origin in lower case, such as https://reviews.example, or http://localhost:4000 while you develop.`,
  );
}

/**
 * Lists the files of a route or slot.
 *
 * @throws when no chunk has its name.
 */
function describeChunk({ name }: AppIdentity, id: string, compilation: Compilation) {
  const chunks = listChunksOfGroup(compilation, id);
  if (chunks.length === 0) {
    throw new Error(
      `${name}: no chunk is called "${id}". In src/routes.ts write '${id}': () => import(/* webpackChunkName: "${id}" */ './features/…').`,
    );
  }
  const routes = listChunksOfGroup(compilation, 'routes');
  const consumed = listConsumedKeys(compilation, chunks);
  const lazyShared = listSharedModules().flatMap(({ key, isEager }) => (!isEager && consumed.has(key) ? [key] : []));
  return {
    files: listScripts([...routes, ...chunks]),
    ...describeStyles([...routes, ...chunks]),
    lazyShared,
  };
}

/** The entry runs before the shell passes the shared modules, and it contains `src/routes.ts`. */
function assertLazyRoutes({ name, global }: AppIdentity, compilation: Compilation): void {
  const consumed = [...listConsumedKeys(compilation, listChunksOfGroup(compilation, global))];
  if (consumed.length === 0) return;
  throw new Error(
    `${name}: the entry imports ${consumed.join(', ')}. In src/routes.ts import screens with import() only.`,
  );
}
