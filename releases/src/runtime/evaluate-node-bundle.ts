import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';

const requireBuiltin = createRequire(import.meta.url);

/** What a Node build is run with. */
export interface NodeBundleContext {
  /** Names the build in stack traces. */
  filename: string;
  /** URL prefix under which the app's browser files are served. */
  base: string;
  /** What the build may require besides Node's own modules: for a remote, the modules its shell shares. */
  provided?: Readonly<Record<string, unknown>>;
}

/** Runs the code of a Node build and gives its exports. */
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
