import type { Compilation, Module } from '@rspack/core';
import type { ConsumedModule, ExportVersions, ProvidedModule } from './build-manifest';
import { readModuleApi, type SharedModule } from './shared-modules';

/** Stands for the import of a whole module, whose used exports are unknown. */
const wholeModule = '*';

/** Describes a shared module for the shell that provides it. @param files Scripts of a lazy module. */
export function describeProvided({ key, version }: SharedModule, files: string[]): ProvidedModule {
  const exports = readModuleApi(key)?.filter(({ isType }) => !isType);
  if (!exports) return { version, files };
  const deprecated = exports.flatMap(({ name, deprecation }) => (deprecation ? [[name, deprecation] as const] : []));
  return {
    version,
    files,
    exports: Object.fromEntries(exports.map(({ name, since }) => [name, since])),
    ...(deprecated.length > 0 && { deprecated: Object.fromEntries(deprecated) }),
  };
}

/**
 * Describes a shared module for the remote that consumes it, with the exports that the compiled code uses: the compiler has
 * removed type-only imports and unused ones.
 */
export function describeConsumed(compilation: Compilation, { key, version, range }: SharedModule): ConsumedModule {
  const api = readModuleApi(key);
  const getVersion = (name: string) => api?.find((known) => known.name === name)?.since ?? version;
  const exports: ExportVersions = Object.fromEntries(
    listUsedExports(compilation, key).map((name) => [name, name === wholeModule ? version : getVersion(name)]),
  );
  return { range, version, exports };
}

/** Lists the exports of a shared module that the modules of a build use, by name. */
function listUsedExports(compilation: Compilation, key: string): string[] {
  const consumed = [...compilation.modules].filter((module) => isConsumed(module, key));
  const names = consumed.flatMap((module) =>
    compilation.moduleGraph.getIncomingConnections(module).flatMap((connection) => {
      const { type, ids } = connection.dependency;
      // The build drops the re-export of a name that no module uses.
      if (connection.getActiveState(undefined) === false) return [];
      if (type === 'import()') return [wholeModule];
      // An import statement has one dependency for the module and one for each place that uses a name of it.
      if (ids === undefined || !/import|export/.test(type)) return [];
      return [ids[0] ?? wholeModule];
    }),
  );
  return [...new Set(names)].sort();
}

const isConsumed = (module: Module, key: string): boolean =>
  new RegExp(`^consume shared module \\([^)]*\\) ${key}@`).test(module.identifier());
