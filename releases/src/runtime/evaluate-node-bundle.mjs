import { isBuiltin } from 'node:module';
import vm from 'node:vm';
import { findBuiltin } from './builtin-modules.mjs';

/*
 * Plain JavaScript: a renderer process runs this file without TypeScript tools, and may read no other folder.
 * evaluate-node-bundle.d.mts describes it.
 */

/** @type {typeof import('./evaluate-node-bundle.mjs').evaluateNodeBundle} */
export const evaluateNodeBundle = (code, { filename, base, provided }) => {
  /** @type {Record<string, unknown>} */
  const modules = { ...provided, '@shop/release-base': base };
  /** @param {string} id */
  const requireModule = (id) => {
    if (id in modules) return modules[id];
    const builtin = findBuiltin(id);
    if (builtin !== undefined) return builtin;
    if (isBuiltin(id)) throw new Error(`${filename} requires "${id}", which code on the server may not use`);
    throw new Error(`${filename} requires "${id}", which its shell does not provide`);
  };
  const module = { exports: {} };
  const run = vm.compileFunction(code, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, requireModule);
  return module.exports;
};
