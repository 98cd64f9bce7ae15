import { createRequire } from 'node:module';

/*
 * Node's modules that a bundle may require: those that compute. None of them reaches the network, files, processes or the
 * inspector. A module of a later Node version is refused until it is added here.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

const requireBuiltin = createRequire(import.meta.url);

const permitted = new Set([
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'path/posix',
  'process',
  'querystring',
  'stream',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
]);

/** The other functions of these modules return the sockets of the process, or load native code. */
const permittedExports = /** @type {Record<string, readonly string[]>} */ ({
  async_hooks: ['AsyncLocalStorage', 'AsyncResource', 'executionAsyncId', 'triggerAsyncId'],
});
const deniedExports = /** @type {Record<string, readonly string[]>} */ ({ crypto: ['setEngine'] });

/** @type {Map<string, unknown>} */
const loaded = new Map();

/**
 * Finds one of Node's modules.
 *
 * @param {string} id Name with or without `node:`.
 * @returns {unknown} The module, or a part of it. Undefined for a module that bundles may not require.
 */
export function findBuiltin(id) {
  const name = id.replace(/^node:/, '');
  if (!permitted.has(name)) return undefined;
  if (loaded.has(name)) return loaded.get(name);
  const complete = requireBuiltin(`node:${name}`);
  const names = permittedExports[name] ?? null;
  const denied = deniedExports[name] ?? [];
  const isComplete = names === null && denied.length === 0;
  const part = isComplete
    ? complete
    : Object.fromEntries(
        (names ?? Object.keys(complete).filter((key) => !denied.includes(key))).map((key) => [key, complete[key]]),
      );
  loaded.set(name, part);
  return part;
}
