import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Compilation, Configuration } from '@rspack/core';
import { remoteContractVersion } from '@shop/remote-contract/remote-module';
import { type AppIdentity, identifyApp } from './app-identity';
import {
  type BuildManifest,
  BuildManifestPlugin,
  chunksOfGroup,
  chunksOfLazyModule,
  consumedKeys,
  listScripts,
} from './build-manifest';
import { devServer } from './dev-server';
import { EsmFederationRuntime } from './esm-federation-runtime';
import { browserBase, chunkIntegrity, nodeBase } from './rspack-base';
import { federationRuntimeVersion, listSharedModules } from './shared-modules';

/** Name of the worker's script, without `.js`. */
const serviceWorker = 'service-worker';

export interface ShellOptions {
  /** Folder of the shell. */
  root: string;
}

/**
 * Builds the shell twice: for the browser (`dist/browser`, the host that provides every shared module) and for Node
 * (`dist/node/server.cjs`, self-contained, so that a composition renders with its own React and MUI and not with the
 * gateway's). Beside the browser's files stands its service worker, one small script that shares nothing.
 */
export function defineShell({ root }: ShellOptions): Configuration[] {
  const app = identifyApp(root);
  return [shellForBrowser(app), shellForNode(app), ...(app.isDevelopment ? [] : [workerOfShell(app)])];
}

function shellForBrowser(app: AppIdentity): Configuration {
  const base = browserBase(app);
  const shared = listSharedModules().map(({ key, version, range, isEager }) => {
    return [key, { singleton: true, eager: isEager, version, requiredVersion: range }] as const;
  });
  return {
    ...base,
    ...devServer(app),
    entry: { main: './src/main.tsx' },
    output: { ...base.output, clean: { keep: new RegExp(serviceWorker) } },
    plugins: [
      ...(base.plugins ?? []),
      ...chunkIntegrity(app),
      new ModuleFederationPlugin({
        name: 'shell',
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        shared: Object.fromEntries(shared),
        runtimePlugins: [path.join(import.meta.dirname, 'runtime/provide-runtime-core.ts')],
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new EsmFederationRuntime(),
      new BuildManifestPlugin((compilation) => describeShell(app, compilation)),
    ],
  };
}

function workerOfShell(app: AppIdentity): Configuration {
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
  assertEverySharedModuleIncluded(compilation);
  const [entry = 'main.js'] = listScripts(chunksOfGroup(compilation, 'main'));
  const provided = listSharedModules().map(({ key, version, isEager }) => {
    return [key, { version, files: isEager ? [] : filesOfLazy(compilation, key) }] as const;
  });
  return {
    app: app.name,
    kind: 'shell',
    version: app.version,
    entry,
    global: app.global,
    paths: {},
    provides: Object.fromEntries(provided),
    consumes: {},
    federationRuntime: federationRuntimeVersion(),
    remoteContract: remoteContractVersion,
    contractProvided: remoteContractVersion,
  };
}

/** Scripts of a lazy shared module, and of the lazy shared modules it takes in turn. */
function filesOfLazy(compilation: Compilation, key: string): string[] {
  const chunks = chunksOfLazyModule(compilation, (identifier) => isSourceModule(key, identifier));
  const consumed = consumedKeys(compilation, chunks);
  const further = listSharedModules().filter((one) => !one.isEager && one.key !== key && consumed.has(one.key));
  return [...new Set([...listScripts(chunks), ...further.flatMap((one) => filesOfLazy(compilation, one.key))])];
}

/** A workspace module's file lies at `shared/<package>/src/<export>.ts(x)`. */
function isSourceModule(key: string, identifier: string): boolean {
  const [, name, subpath] = key.match(/^@shop\/([^/]+)\/(.+)$/) ?? [];
  if (!name || / shared module /.test(identifier)) return false;
  return new RegExp(`/shared/${name}/src/${subpath}\\.tsx?(\\||$)`).test(identifier);
}

/** The runtime provides only modules that the shell's own graph holds; one that is missing would fail in a remote, live. */
function assertEverySharedModuleIncluded(compilation: Compilation): void {
  const identifiers = [...compilation.modules].map((module) => module.identifier());
  const forgotten = listSharedModules().filter(
    ({ key }) =>
      !identifiers.some((identifier) => /^provide shared module/.test(identifier) && identifier.includes(` ${key}@`)),
  );
  if (forgotten.length > 0) {
    const keys = forgotten.map(({ key }) => key).join(', ');
    throw new Error(
      `the shell shares ${keys} but imports it nowhere: import it in src/remotes/shared-modules.browser.ts`,
    );
  }
}
