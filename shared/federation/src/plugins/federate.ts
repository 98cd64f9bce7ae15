import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import type { AppIdentity } from '../app-identity';
import { listSharedModules, type SharedModule } from '../shared-modules';
import { configureTools, createTools } from './developer-tools';
import { EsmFederationRuntime } from './esm-federation-runtime';

/**
 * Code in the page that connects shell and remotes. `full` is the runtime of `@module-federation/enhanced` with its plugins and
 * developer tools. `thin` is `runtime/thin`, which does what our builds need and nothing else.
 */
export type FederationRuntime = 'full' | 'thin';

/**
 * Runtime of production builds. `'full'` switches back. docs/decisions/0028-small-first-load.md has the order of the
 * promotions: the shell first.
 */
const productionRuntime: FederationRuntime = 'thin';

type BuildKind = Pick<AppIdentity, 'isDevelopment' | 'runsInLiveShop'>;

/** Development builds have the full runtime, except in the page of a live shop, whose shell has the one of production. */
export const chooseRuntime = ({ isDevelopment, runsInLiveShop }: BuildKind): FederationRuntime =>
  isDevelopment && !runsInLiveShop ? 'full' : productionRuntime;

export interface Federation {
  runtime: FederationRuntime;
  shared: readonly SharedModule[];
  /**
   * The app of a development build, which gets what the tools of Module Federation read: `mf-manifest.json`, the types of
   * exposed modules, and module information in the page. Absent in production builds.
   */
  toolsFor?: AppIdentity;
}

/** Gives the federation settings of a build of an app. */
export const configureFederation = (app: AppIdentity): Federation => ({
  runtime: chooseRuntime(app),
  shared: listSharedModules(),
  ...(app.isDevelopment && { toolsFor: app }),
});

/** Folder of the thin runtime, and the extension of its files: `.ts` in this repository, `.js` in the published package. */
const thinFolder = path.join(import.meta.dirname, '../runtime/thin');
const extension = path.extname(import.meta.filename);

/** Adds what the thin runtime needs to a configuration. It finds the folder of a build itself, with less code than the bundler's. */
export function withRuntime(configuration: Configuration, { runtime }: Federation): Configuration {
  if (runtime === 'full') return configuration;
  const { output, resolve } = configuration;
  const alias = {
    ...(resolve?.alias || {}),
    '@module-federation/runtime$': path.join(thinFolder, `runtime${extension}`),
  };
  return { ...configuration, output: { ...output, publicPath: '' }, resolve: { ...resolve, alias } };
}

/**
 * Starts the thin runtime before the entries of a build.
 *
 * @param kind The runtime of a shell provides shared modules, that of a remote takes them.
 * @param name Name of the build in the page.
 */
const startThinRuntime = (kind: 'shell' | 'remote', name: string): RspackPluginInstance =>
  new rspack.EntryPlugin('', `${path.join(thinFolder, `start-${kind}${extension}`)}?${name}`, { name: undefined });

/**
 * The plugins of a shell, which provides the shared modules. The full runtime also takes the shell's own imports of them from the
 * share scope. With the thin one the shell imports its modules as any other.
 */
export function federateShell(federation: Federation): RspackPluginInstance[] {
  const provides = Object.fromEntries(
    federation.shared.map(({ key, version, range, isEager }) => {
      return [key, { shareKey: key, singleton: true, eager: isEager, version, requiredVersion: range }] as const;
    }),
  );
  const name = 'shell';
  if (federation.runtime === 'thin') {
    return [startThinRuntime('shell', name), new rspack.sharing.ProvideSharedPlugin({ provides, enhanced: true })];
  }
  const provideCore = path.join(import.meta.dirname, `../runtime/provide-runtime-core${extension}`);
  return federate(federation, { name, shared: provides, runtimePlugins: [provideCore] });
}

/**
 * The plugins of a remote, which exposes `./routes` and takes every shared module from its page.
 *
 * @param name Global variable of the container.
 */
export function federateRemote(federation: Federation, name: string, filename: string): RspackPluginInstance[] {
  const consumes = Object.fromEntries(
    federation.shared.map(({ key, range }) => {
      return [key, { singleton: true, strictVersion: true, import: false as const, requiredVersion: range }] as const;
    }),
  );
  const container = {
    name,
    filename,
    library: { type: 'window', name },
    // A list: the plugin that writes types reads the first element, and takes a text for a list of characters.
    exposes: { './routes': { import: ['./src/routes.ts'], name: 'routes' } },
  };
  if (federation.runtime === 'full') {
    return federate(federation, { ...container, shared: consumes, experiments: { externalRuntime: true } });
  }
  federation.shared.forEach(assertComparable);
  const plugin = new rspack.container.ModuleFederationPluginV1({ ...container, shared: consumes, enhanced: true });
  const tools = federation.toolsFor ? createTools(federation.toolsFor.root, { ...container, shared: consumes }) : [];
  return [startThinRuntime('remote', name), plugin, ...tools];
}

type PluginOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];

/** The plugins of a build with the full runtime. */
function federate({ toolsFor }: Federation, options: PluginOptions): RspackPluginInstance[] {
  // The developer tools read the snapshot of the page.
  const optimization = { target: 'web' as const, disableSnapshot: !toolsFor };
  const plugin = new ModuleFederationPlugin({
    ...options,
    dts: false,
    manifest: false,
    ...(toolsFor && configureTools(options.exposes && toolsFor.root)),
    shareStrategy: 'loaded-first',
    experiments: { ...options.experiments, optimization },
  });
  return [plugin, new EsmFederationRuntime()];
}

/** The thin runtime compares versions without a semver library. */
function assertComparable({ key, version, range }: SharedModule): void {
  if (range === version || /^\^\d+\.\d+\.\d+$/.test(range)) return;
  throw new Error(
    `${key} has the range ${range}: the thin runtime compares exact versions and ranges like ^1.2.3 only.`,
  );
}
