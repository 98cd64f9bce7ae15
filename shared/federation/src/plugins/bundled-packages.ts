import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation, Compiler, Module, RspackPluginInstance } from '@rspack/core';

/** File with the list of packages. It is in the folder of the build, and `publish` does not make it public. */
const bundledPackagesFile = 'packages.json';

/** A package of another author with modules in the files of a build. */
interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression of its package.json, or empty. */
  license: string;
}

/** Writes the list of the packages whose modules the files of a build contain. Packages of the shop are not in it. */
export class BundledPackagesPlugin implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.rspack;
    compiler.hooks.thisCompilation.tap('BundledPackagesPlugin', (compilation) => {
      const stage = stages.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'BundledPackagesPlugin', stage }, () => {
        const text = `${JSON.stringify(listBundledPackages(compilation), null, 2)}\n`;
        compilation.emitAsset(bundledPackagesFile, new sources.RawSource(text));
      });
    });
  }
}

/** Lists the packages of the modules in any chunk. Modules that the bundler removed are in none. */
function listBundledPackages(compilation: Compilation): BundledPackage[] {
  const modules = [...compilation.chunks].flatMap((chunk) => compilation.chunkGraph.getChunkModules(chunk));
  const folders = new Set(modules.flatMap(listFiles).flatMap((file) => findPackageFolder(file) ?? []));
  const packages = [...folders].map(readPackage);
  const byName = new Map(packages.map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Lists the files of a module. A concatenated module has those of the modules in it. */
function listFiles(module: Module): string[] {
  const parts = 'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];
  return parts.flatMap((part) => part.nameForCondition() ?? []);
}

/** Finds the folder of the package that holds a file: the part of its path after the last `node_modules`. */
function findPackageFolder(file: string): string | null {
  const [, folder] = file.match(/^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/) ?? [];
  if (!folder || /[\\/]@shop[\\/][^\\/]+$/.test(folder)) return null;
  return existsSync(path.join(folder, 'package.json')) ? folder : null;
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { name, version, license: typeof license === 'string' ? license : '' };
}
