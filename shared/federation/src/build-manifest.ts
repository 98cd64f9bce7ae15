import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { Chunk, Compilation, Compiler } from '@rspack/core';
import { rspack } from '@rspack/core';

/** File name of the manifest, beside the files it describes. */
export const buildManifestFile = 'build.json';

/** What a browser build knows about itself; publishing turns it into `release.json`. Paths are relative to the build. */
export interface BuildManifest {
  app: string;
  kind: 'shell' | 'remote';
  version: string;
  entry: string;
  /** Global variable the entry defines; remotes only. */
  global?: string;
  /** Owned paths with the files their first screen needs, entry excluded; remotes only. */
  paths: Record<string, OwnedPath & { files: string[]; lazyShared: string[] }>;
  /** Modules the shell provides, with the extra files a lazy one needs. */
  provides: Record<string, { version: string; files: string[] }>;
  /** Modules a remote takes from the shell. */
  consumes: Record<string, { range: string }>;
  federationRuntime: string;
  remoteContract: string;
}

const isScript = (file: string) => file.endsWith('.js') && !file.endsWith('.hot-update.js');

const scriptsOf = (chunks: Iterable<Chunk>) => [...new Set([...chunks].flatMap((chunk) => [...chunk.files].filter(isScript)))];

/** Scripts of a named chunk and of what was split from it. */
export function filesOfChunkGroup(compilation: Compilation, name: string): string[] {
  const group = compilation.namedChunkGroups.get(name);
  return group ? scriptsOf(group.chunks) : [];
}

/**
 * Scripts that come with a module that is loaded on demand: the chunks of the smallest chunk group that holds it.
 *
 * @param isWanted Tells the module by its identifier.
 */
export function filesOfLazyModule(compilation: Compilation, isWanted: (identifier: string) => boolean): string[] {
  const holders = new Set(
    [...compilation.modules]
      .filter((module) => isWanted(module.identifier()))
      .flatMap((module) => [...compilation.chunkGraph.getModuleChunks(module)]),
  );
  const candidates = compilation.chunkGroups
    .filter((group) => !group.isInitial() && group.chunks.some((chunk) => holders.has(chunk)))
    .map((group) => scriptsOf(group.chunks))
    .sort((one, other) => one.length - other.length);
  return candidates[0] ?? [];
}

/** Writes `build.json` from the finished compilation. */
export class BuildManifestPlugin {
  constructor(private readonly describe: (compilation: Compilation) => BuildManifest) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('BuildManifestPlugin', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BuildManifestPlugin', stage }, () => {
        const text = `${JSON.stringify(this.describe(compilation), null, 2)}\n`;
        compilation.emitAsset(buildManifestFile, new rspack.sources.RawSource(text));
      });
    });
  }
}
