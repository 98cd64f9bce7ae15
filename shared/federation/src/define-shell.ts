import type { Compilation, Configuration, RspackPluginInstance } from '@rspack/core';
import { remoteContractVersion } from '@shop/remote-contract/remote-module';
import { type AppIdentity, identifyApp } from './app-identity';
import {
  type BuildManifest,
  BuildManifestPlugin,
  describeStyles,
  listChunksOfGroup,
  listChunksOfLazyModule,
  listConsumedKeys,
  listScripts,
} from './build-manifest';
import { configureDevServer } from './dev-server';
import { describeProvided } from './module-exports';
import { chooseRuntime, configureFederation, type Federation, federateShell, withRuntime } from './plugins/federate';
import { withSmallRouter } from './plugins/small-router';
import { browserBase, chunkIntegrity, nodeBase, withoutServerCode } from './rspack-base';
import { getFederationRuntimeVersion, getTestedFederationRuntimes, listSharedModules } from './shared-modules';
import { TextsPlugin } from './texts';

/** File name of the service worker, without `.js`. */
const serviceWorker = 'service-worker';

export interface ShellOptions {
  /** Folder of the shell. */
  root: string;
}

/**
 * Builds the shell twice: for the browser (`dist/browser`, the host that provides every shared module) and for Node
 * (`dist/node/server.cjs`). The Node build is self-contained, so that a composition renders with its own React and components and
 * not with the gateway's. The browser build also contains the service worker, a small script without shared modules.
 *
 * @example export default defineShell({ root: import.meta.dirname });
 */
export function defineShell({ root }: ShellOptions): Configuration[] {
  const app = identifyApp(root);
  const texts = new TextsPlugin(app, { main: 'shell' });
  const manifest = new BuildManifestPlugin((compilation) => ({
    ...describeShell(app, compilation),
    ...texts.described,
  }));
  const browser = shellForBrowser(app, configureFederation(app), [texts, manifest]);
  return [browser, shellForNode(app), ...(app.isDevelopment ? [] : [serviceWorkerOfShell(app)])];
}

/**
 * MUI with its style runtime, and the theme of its controls. Both lazy modules need them, the form and the controls. Without this
 * group each would have a copy of the theme, which is smaller than the smallest script that the bundler splits off.
 */
const controlsSources =
  /\/(node_modules\/(@mui|@emotion|stylis|clsx|react-transition-group|@babel\/runtime|hoist-non-react-statics)\/|ui\/src\/(controls|theme\/(text-field|(controls-)?theme|(control-)?tokens))\.)/;

/** The browser build of a shell with the entry `src/main.tsx`. */
export function shellForBrowser(
  app: AppIdentity,
  federation: Federation,
  plugins: RspackPluginInstance[] = [],
): Configuration {
  const base = withRuntime(withSmallRouter(browserBase(app), app), federation);
  return {
    ...base,
    ...configureDevServer(app),
    entry: { main: './src/main.tsx' },
    output: { ...base.output, clean: !app.isDevelopment && { keep: new RegExp(serviceWorker) } },
    optimization: {
      ...base.optimization,
      splitChunks: { cacheGroups: { controls: { test: controlsSources, chunks: 'async', enforce: true } } },
    },
    plugins: [
      ...(base.plugins ?? []),
      withoutServerCode(),
      ...chunkIntegrity(app),
      ...federateShell(federation),
      ...plugins,
    ],
  };
}

function serviceWorkerOfShell(app: AppIdentity): Configuration {
  const base = browserBase(app);
  return {
    ...base,
    name: `${app.name} (service worker)`,
    target: ['webworker', 'es2022'],
    entry: { [serviceWorker]: './src/offline/service-worker.ts' },
    output: { ...base.output, clean: false },
  };
}

function shellForNode(app: AppIdentity): Configuration {
  return {
    ...nodeBase(app),
    entry: { server: ['@shop/federation/node-public-path', './src/server.tsx'] },
    externals: { '@shop/release-base': 'commonjs @shop/release-base' },
  };
}

function describeShell(app: AppIdentity, compilation: Compilation): BuildManifest {
  assertAllShared(compilation);
  const main = listChunksOfGroup(compilation, 'main');
  const [entry = 'main.js'] = listScripts(main);
  const provided = listSharedModules().map((module) => {
    const files = module.isEager ? [] : listLazyFiles(compilation, module.key);
    return [module.key, describeProvided(module, files)] as const;
  });
  return {
    app: app.name,
    kind: 'shell',
    version: app.version,
    entry,
    ...describeStyles(main),
    global: app.global,
    paths: {},
    provides: Object.fromEntries(provided),
    consumes: {},
    federationRuntime: getFederationRuntimeVersion(chooseRuntime(app)),
    testedFederationRuntimes: getTestedFederationRuntimes(),
    remoteContract: remoteContractVersion,
    contractProvided: remoteContractVersion,
  };
}

/** Lists the scripts of a lazy shared module and of the lazy shared modules that it consumes. */
function listLazyFiles(compilation: Compilation, key: string): string[] {
  const chunks = listChunksOfLazyModule(compilation, (identifier) => isSourceOf(key, identifier));
  const consumed = listConsumedKeys(compilation, chunks);
  const further = listSharedModules().filter(
    (module) => !module.isEager && module.key !== key && consumed.has(module.key),
  );
  return [...new Set([...listScripts(chunks), ...further.flatMap((module) => listLazyFiles(compilation, module.key))])];
}

/** True for the source file of a shared module: `shared/<package>/src/<export>.ts(x)`. */
function isSourceOf(key: string, identifier: string): boolean {
  const [, name, subpath] = key.match(/^@shop\/([^/]+)\/(.+)$/) ?? [];
  if (!name || / shared module /.test(identifier)) return false;
  return new RegExp(`/shared/${name}/src/${subpath}\\.tsx?(\\||$)`).test(identifier);
}

/** The runtime provides only modules of the shell's own graph. A missing module would fail in a remote in production. */
function assertAllShared(compilation: Compilation): void {
  const identifiers = [...compilation.modules].map((module) => module.identifier());
  const missing = listSharedModules().filter(
    ({ key }) =>
      !identifiers.some((identifier) => /^provide shared module/.test(identifier) && identifier.includes(` ${key}@`)),
  );
  if (missing.length > 0) {
    const keys = missing.map(({ key }) => key).join(', ');
    throw new Error(`The shell shares ${keys} but does not import it. Import it in src/main.tsx.`);
  }
}
