import path from 'node:path';
import { type Compilation, type Configuration, type RspackPluginInstance, rspack } from '@rspack/core';
import type { OwnedPath, OwnedPaths } from '@shop/remote-contract/remote-module';
import type { AppIdentity } from './app-identity';
import { BuildManifestPlugin, describeStyles, listChunksOfGroup, listScripts } from './build-manifest';
import { withSmallRouter } from './plugins/small-router';
import { browserBase, chunkIntegrity, copyPictures, nodeBase } from './rspack-base';

/** A remote that is linked into the single build. */
export interface LinkedRemote {
  name: string;
  /** Absolute folder of the remote. */
  root: string;
  paths: OwnedPaths;
}

export interface SingleBuildOptions {
  /** Absolute folder of the shell. */
  shellRoot: string;
  remotes: readonly LinkedRemote[];
  /** Absolute folder that the builds are written to. */
  output: string;
}

/** Manifest of the single build. Files are relative to the browser build. */
export interface SingleBuildManifest {
  /** Scripts of the entry. */
  entry: string[];
  /** Style sheets of the entry. */
  styles: string[];
  remotes: {
    name: string;
    /** Owned paths with the scripts and style sheets of their screen, without the entry's. */
    paths: (OwnedPath & { id: string; files: string[]; styles: string[] })[];
  }[];
}

/**
 * Builds the shop in one piece from the sources of shell and remotes. The remotes are imported statically, each screen is
 * split from the entry by its `import()`, and there is no federation runtime. Benchmarks compare the federated shop with it.
 * The build for Node has the exports of the shell, which provides the remotes besides the shared modules.
 *
 * @returns The configurations for the browser and for Node.
 */
export function defineSingleBuild(options: SingleBuildOptions): Configuration[] {
  const app: AppIdentity = {
    name: 'single-build',
    version: '1.0.0',
    root: options.shellRoot,
    global: 'single_build',
    isDevelopment: false,
  };
  return [singleBuildForBrowser(app, options), singleBuildForNode(app, options)];
}

function singleBuildForBrowser(app: AppIdentity, { remotes, output }: SingleBuildOptions): Configuration {
  const base = withSmallRouter(browserBase(app), app);
  const host = `${importRemotes(remotes)}export const createFederationHost = () => async ({ name }) => remotes[name];`;
  return {
    ...base,
    entry: { main: './src/main.tsx' },
    output: { ...base.output, path: path.join(output, 'browser') },
    plugins: [
      ...(base.plugins ?? []),
      ...remotes.map(({ root }) => copyPictures(root)),
      ...chunkIntegrity(app),
      replaceModules({ 'federation-host': toModule(host) }),
      new BuildManifestPlugin((compilation) => describeSingleBuild(compilation, remotes)),
    ],
  };
}

function singleBuildForNode(app: AppIdentity, { remotes, shellRoot, output }: SingleBuildOptions): Configuration {
  const base = nodeBase(app);
  const shell = JSON.stringify(path.join(shellRoot, 'src/server.tsx'));
  // A page renderer evaluates one bundle for each remote. That bundle takes the remote from the shell's.
  const source = `${importRemotes(remotes)}
import { provided as shared } from ${shell};
export * from ${shell};
const linked = Object.entries(remotes).map(([name, remote]) => [${JSON.stringify(linkedRemotePrefix)} + name, remote]);
export const provided = { ...shared, ...Object.fromEntries(linked) };`;
  return {
    ...base,
    entry: { server: ['@shop/federation/node-public-path', toModule(source)] },
    output: { ...base.output, path: path.join(output, 'node') },
    externals: { '@shop/release-base': 'commonjs @shop/release-base' },
  };
}

/** Start of the key under which the Node build provides a remote: `linked-remote/mf-catalog`. */
export const linkedRemotePrefix = 'linked-remote/';

const toModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

/** Source of a module that imports the exposed module of each remote. */
function importRemotes(remotes: readonly LinkedRemote[]): string {
  const imports = remotes.map(
    ({ root }, index) => `import * as remote${index} from ${JSON.stringify(path.join(root, 'src/routes.ts'))};`,
  );
  const entries = remotes.map(({ name }, index) => `${JSON.stringify(name)}: remote${index}`);
  return `${imports.join('\n')}\nconst remotes = {${entries.join(', ')}};\n`;
}

/** Replaces modules of the shell by their file names without extension. */
function replaceModules(modules: Readonly<Record<string, string>>): RspackPluginInstance {
  return new rspack.NormalModuleReplacementPlugin(/^\./, (resource) => {
    resource.request = modules[path.basename(resource.request)] ?? resource.request;
  });
}

function describeSingleBuild(compilation: Compilation, remotes: readonly LinkedRemote[]): SingleBuildManifest {
  const main = listChunksOfGroup(compilation, 'main');
  const describePath = (id: string) => {
    const chunks = listChunksOfGroup(compilation, id).filter((chunk) => !main.includes(chunk));
    if (chunks.length === 0) throw new Error(`The single build has no chunk of the route "${id}"`);
    return { files: listScripts(chunks), styles: describeStyles(chunks).styles ?? [] };
  };
  return {
    entry: listScripts(main),
    styles: describeStyles(main).styles ?? [],
    remotes: remotes.map(({ name, paths }) => ({
      name,
      paths: Object.entries(paths).map(([id, owned]) => ({ ...owned, id, ...describePath(id) })),
    })),
  };
}
