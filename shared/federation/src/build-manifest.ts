import type { Chunk, Compilation, Compiler } from '@rspack/core';
import type { OwnedPath } from '@shop/remote-contract/remote-module';
import type { RegisteredNames } from '@shop/remote-contract/shell-build';
import type { SlotLinks } from '@shop/remote-contract/slots';
import type { Deprecation } from './api-report';

/** File name of the manifest. It is in the folder of the files that it describes. */
export const buildManifestFile = 'build.json';

/**
 * Exports of a shared module by name. The value is the version of the module in which the export appeared or changed last, from
 * the API report of its package.
 */
export type ExportVersions = Record<string, string>;

/** A shared module that a shell provides. */
export interface ProvidedModule {
  version: string;
  /** Scripts of a lazy module. */
  files: string[];
  /** Absent for a package without an API report, such as React. */
  exports?: ExportVersions;
  /** Exports that will be removed. */
  deprecated?: Record<string, Deprecation>;
}

/** A shared module that a remote consumes. */
export interface ConsumedModule {
  /** Versions that fit. The lowest one is the version that the remote was compiled with. */
  range: string;
  /** Version that the remote was compiled with. */
  version: string;
  /** Exports that the remote uses. Types are not among them. `*` stands for an import of the whole module. */
  exports: ExportVersions;
}

/** Manifest of a browser build. Publishing converts it to `release.json`. Paths are relative to the build. */
export interface BuildManifest {
  app: string;
  kind: 'shell' | 'remote';
  version: string;
  entry: string;
  /** Style sheets of every page of the shell. Absent in a remote, and without style sheets. */
  styles?: string[];
  /** Global variable that a remote's entry defines. The build's other global variables contain it. */
  global: string;
  /** Part of every class name and keyframe name of the app's style sheets: `_mf-catalog_`. Remotes only. */
  styleScope?: string;
  /** Owned paths with the files of their first screen, without the entry. Remotes only. */
  paths: Record<string, OwnedPath & { files: string[]; styles?: string[]; lazyShared: string[] }>;
  /** Filled slots with their files, without the entry. Absent when the remote fills none. */
  slots?: Record<string, { order: number; files: string[]; styles?: string[]; lazyShared: string[] }>;
  /** Links that the remote adds, by slot. Absent when it adds none. */
  links?: SlotLinks;
  /** Origins of the remote's own backend. Absent when it has none. */
  connect?: readonly string[];
  /** Languages of its catalogues besides English. Absent in an app with English texts only. */
  languages?: string[];
  /** Number of its texts without a translation, by language. Absent when every text has one. */
  missingTexts?: Record<string, number>;
  /** Modules that the shell provides, with the files of lazy modules. */
  provides: Record<string, ProvidedModule>;
  /** Modules that a remote takes from the shell. */
  consumes: Record<string, ConsumedModule>;
  federationRuntime: string;
  /** Range of the federation runtimes that the build was tested with. */
  testedFederationRuntimes: string;
  /** Version of the remote contract at build time. */
  remoteContract: string;
  /** Version of the remote contract that the app provides. Shells only. */
  contractProvided?: string;
  /** Version range of the remote contract that the app requires. Remotes only. */
  contractRequired?: string;
  /** Names that the app registers in a page. Added after a run of its Node build. */
  names?: RegisteredNames;
}

const isScript = (file: string) => file.endsWith('.js') && !file.endsWith('.hot-update.js');

export const listScripts = (chunks: Iterable<Chunk>) => [
  ...new Set([...chunks].flatMap((chunk) => [...chunk.files].filter(isScript))),
];

/** Lists the style sheets of chunks. @returns `{ styles }`, or nothing to add when there are none. */
export function describeStyles(chunks: readonly Chunk[]): { styles?: string[] } {
  const files = chunks.flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.css')));
  return files.length > 0 ? { styles: [...new Set(files)] } : {};
}

/** Lists a named chunk and the chunks that were split from it. */
export function listChunksOfGroup(compilation: Compilation, name: string): readonly Chunk[] {
  return compilation.namedChunkGroups.get(name)?.chunks ?? [];
}

/**
 * Lists the smallest set of chunks that contains a module loaded on demand.
 *
 * @param isWanted True for the identifier of the module.
 */
export function listChunksOfLazyModule(compilation: Compilation, isWanted: (identifier: string) => boolean): Chunk[] {
  const holders = new Set(
    [...compilation.modules]
      .filter((module) => isWanted(module.identifier()))
      .flatMap((module) => [...compilation.chunkGraph.getModuleChunks(module)]),
  );
  const candidates = compilation.chunkGroups
    .filter((group) => !group.isInitial() && group.chunks.some((chunk) => holders.has(chunk)))
    .map((group) => group.chunks)
    .sort((a, b) => a.length - b.length);
  return candidates[0] ?? [];
}

/**
 * Lists the keys of the shared modules that chunks consume. It reads them from the identifiers of the sharing plugin's
 * placeholder modules.
 *
 * @param chunks The chunks to search. Default: all chunks.
 */
export function listConsumedKeys(compilation: Compilation, chunks?: readonly Chunk[]): Set<string> {
  const keys = [...compilation.modules].flatMap((module) => {
    const [, key] = module.identifier().match(/^consume shared module \([^)]*\) ((?:@[^/]+\/)?[^@\s]+)/) ?? [];
    if (!key) return [];
    const isTaken =
      !chunks || [...compilation.chunkGraph.getModuleChunks(module)].some((chunk) => chunks.includes(chunk));
    return isTaken ? [key] : [];
  });
  return new Set(keys);
}

/** Writes `build.json` after the compilation. */
export class BuildManifestPlugin<Manifest extends object = BuildManifest> {
  constructor(private readonly describe: (compilation: Compilation) => Manifest) {}

  apply(compiler: Compiler): void {
    // An import of the bundler would load it in programs that only read manifests.
    const { Compilation, sources } = compiler.rspack;
    compiler.hooks.thisCompilation.tap('BuildManifestPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BuildManifestPlugin', stage }, () => {
        const text = `${JSON.stringify(this.describe(compilation), null, 2)}\n`;
        compilation.emitAsset(buildManifestFile, new sources.RawSource(text));
      });
    });
  }
}
