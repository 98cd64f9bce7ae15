import type { Chunk, Compilation, Compiler } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { RegisteredNames } from '@shop/remote-contract/shell-build';

/** File name of the manifest, beside the files it describes. */
export const buildManifestFile = 'build.json';

/** What a browser build knows about itself; publishing turns it into `release.json`. Paths are relative to the build. */
export interface BuildManifest {
  app: string;
  kind: 'shell' | 'remote';
  version: string;
  entry: string;
  /** Name that the build's own global variables carry; a remote's entry defines it. */
  global: string;
  /** Owned paths with the files their first screen needs, entry excluded; remotes only. */
  paths: Record<string, OwnedPath & { files: string[]; lazyShared: string[] }>;
  /** Modules the shell provides, with the extra files a lazy one needs. */
  provides: Record<string, { version: string; files: string[] }>;
  /** Modules a remote takes from the shell. */
  consumes: Record<string, { range: string }>;
  federationRuntime: string;
  /** Version of the remote contract that the build was made with. */
  remoteContract: string;
  /** Version of the remote contract that the app provides; shells only. */
  contractProvided?: string;
  /** Versions of the remote contract that the app can live with; remotes only. */
  contractRequired?: string;
  /** What the app registers in a page; added when its Node build has been run. */
  names?: RegisteredNames;
}

const isScript = (file: string) => file.endsWith('.js') && !file.endsWith('.hot-update.js');

export const listScripts = (chunks: Iterable<Chunk>) => [
  ...new Set([...chunks].flatMap((chunk) => [...chunk.files].filter(isScript))),
];

/** A named chunk and what was split from it. */
export function chunksOfGroup(compilation: Compilation, name: string): readonly Chunk[] {
  return compilation.namedChunkGroups.get(name)?.chunks ?? [];
}

/**
 * The smallest set of chunks that a module loaded on demand comes with.
 *
 * @param isWanted Tells the module by its identifier.
 */
export function chunksOfLazyModule(compilation: Compilation, isWanted: (identifier: string) => boolean): Chunk[] {
  const holders = new Set(
    [...compilation.modules]
      .filter((module) => isWanted(module.identifier()))
      .flatMap((module) => [...compilation.chunkGraph.getModuleChunks(module)]),
  );
  const candidates = compilation.chunkGroups
    .filter((group) => !group.isInitial() && group.chunks.some((chunk) => holders.has(chunk)))
    .map((group) => group.chunks)
    .sort((one, other) => one.length - other.length);
  return candidates[0] ?? [];
}

/**
 * Keys of the shared modules that chunks take, by the identifiers that the sharing plugin gives their stand-ins.
 *
 * @param chunks The chunks to look at; all of them when left out.
 */
export function consumedKeys(compilation: Compilation, chunks?: readonly Chunk[]): Set<string> {
  const keys = [...compilation.modules].flatMap((module) => {
    const [, key] = module.identifier().match(/^consume shared module \([^)]*\) ((?:@[^/]+\/)?[^@\s]+)/) ?? [];
    if (!key) return [];
    const isTaken =
      !chunks || [...compilation.chunkGraph.getModuleChunks(module)].some((chunk) => chunks.includes(chunk));
    return isTaken ? [key] : [];
  });
  return new Set(keys);
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
