import { createRequire, isBuiltin } from 'node:module';
import vm from 'node:vm';
import { PageStorage } from './page-storage.mjs';

/*
 * The files of this folder are plain JavaScript: a renderer process runs them without TypeScript tools, and may read no other
 * folder. evaluate-node-bundle.d.mts describes this one.
 */

const requireBuiltin = createRequire(import.meta.url);

/**
 * Node's modules that a bundle may require: those that compute. None of them reaches the network, files, processes or the
 * inspector. A module of a later Node version is refused until it is added here.
 */
const permittedModules = new Set([
  ...['async_hooks', 'buffer', 'crypto', 'events', 'path', 'path/posix', 'process', 'querystring', 'stream'],
  ...['stream/promises', 'stream/web', 'string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types'],
]);

/** The other functions of these modules return handles of the process, or load native code. */
const permittedExports = /** @type {Record<string, readonly string[]>} */ ({
  async_hooks: ['AsyncLocalStorage', 'AsyncResource', 'executionAsyncId', 'triggerAsyncId'],
});
const deniedExports = /** @type {Record<string, readonly string[]>} */ ({
  // Blobs are copied by name of their class, and stay in a registry of the process.
  buffer: ['Blob', 'File', 'resolveObjectURL'],
  crypto: ['setEngine', 'setFips'],
  'stream/web': ['CompressionStream', 'DecompressionStream'],
  util: ['setTraceSigInt', 'transferableAbortController', 'transferableAbortSignal'],
});

/** Exports that bundles get instead of those of Node. @type {Record<string, Readonly<Record<string, unknown>>>} */
const replacedExports = { async_hooks: { AsyncLocalStorage: PageStorage } };

/** @type {Map<string, unknown>} */
const loaded = new Map();

/**
 * Finds one of Node's modules.
 *
 * @param {string} id Name with or without `node:`.
 * @returns {unknown} The module, or its permitted part. Undefined for a module that bundles may not require.
 */
function findBuiltin(id) {
  const name = id.replace(/^node:/, '');
  if (!permittedModules.has(name)) return undefined;
  if (loaded.has(name)) return loaded.get(name);
  const complete = requireBuiltin(`node:${name}`);
  const denied = deniedExports[name];
  const names = permittedExports[name] ?? (denied && Object.keys(complete).filter((key) => !denied.includes(key)));
  const part = names
    ? { ...Object.fromEntries(names.map((key) => [key, complete[key]])), ...replacedExports[name] }
    : complete;
  loaded.set(name, part);
  return part;
}

/** @type {typeof import('./evaluate-node-bundle.mjs').loadPermittedModules} */
export const loadPermittedModules = () =>
  [...permittedModules].map((name) => /** @type {object} */ (findBuiltin(name)));

/** @type {typeof import('./evaluate-node-bundle.mjs').evaluateNodeBundle} */
export const evaluateNodeBundle = (code, { filename, base, provided }) => {
  /** @type {Record<string, unknown>} */
  const modules = { ...provided, '@shop/release-base': base };
  /** @param {string} id */
  const requireModule = (id) => {
    if (Object.hasOwn(modules, id)) return modules[id];
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
