import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PGlite as PGliteClass } from '@electric-sql/pglite';

/**
 * Loads PGlite in Jest's sandbox, which rejects dynamic imports in untransformed code. PGlite imports only modules of Node
 * dynamically, so the imports are replaced by calls of `require`.
 */
export function loadPglite(): typeof PGliteClass {
  const file = require.resolve('@electric-sql/pglite');
  const source = readFileSync(file, 'utf8').replace(/\bimport\(("[\w:/]+")\)/g, 'Promise.resolve(requireBuiltin($1))');
  const loaded: { exports: { PGlite?: typeof PGliteClass } } = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is a file of an installed package
  const run = new Function('exports', 'require', 'requireBuiltin', 'module', '__filename', '__dirname', source);
  run(loaded.exports, require, require, loaded, file, dirname(file));
  if (!loaded.exports.PGlite) throw new Error('PGlite did not load.');
  return loaded.exports.PGlite;
}
