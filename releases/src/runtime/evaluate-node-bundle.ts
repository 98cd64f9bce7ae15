import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';

const requireBuiltin = createRequire(import.meta.url);

/** Context of a Node bundle. */
export interface NodeBundleContext {
  /** File name for stack traces. */
  filename: string;
  /** URL prefix under which the app's browser files are served. */
  base: string;
  /** Modules that the bundle may require besides Node's built-in ones: for a remote, the modules that the shell shares. */
  provided?: Readonly<Record<string, unknown>>;
}

/**
 * Evaluates the code of a Node bundle in this process.
 *
 * @returns Its exports.
 * @throws When the code throws, or requires a module that the shell does not share.
 */
export function evaluateNodeBundle<Exports>(code: string, { filename, base, provided }: NodeBundleContext): Exports {
  const modules: Record<string, unknown> = { ...provided, '@shop/release-base': base };
  const requireModule = (id: string): unknown => {
    if (id in modules) return modules[id];
    if (isBuiltin(id)) return requireBuiltin(id);
    throw new Error(`${filename} requires "${id}", which its shell does not provide`);
  };
  const module = { exports: {} as Exports };
  const run = vm.compileFunction(code, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, requireModule);
  return module.exports;
}
