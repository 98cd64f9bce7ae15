import { writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { serialize } from 'node:v8';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

/**
 * Writes empty-cluster.br: the files of a new PGlite cluster. PGlite takes many seconds to initialise a cluster; unpacking
 * one takes a fraction of a second. Run it again after an update of PGlite. A test checks the version.
 *
 *   node shared/database/make-empty-cluster.mjs
 */
const here = import.meta.dirname;
const made = join(tmpdir(), `empty-cluster-${process.pid}`);
const pglite = await PGlite.create(made);
await pglite.close();

const folders = [];
const files = new Map();
for (const entry of await readdir(made, { recursive: true })) {
  const path = join(made, entry);
  const name = relative(made, path);
  if ((await stat(path)).isDirectory()) folders.push(name);
  else if (name !== 'postmaster.pid') files.set(name, await readFile(path));
}
await rm(made, { recursive: true });

const { version } = JSON.parse(
  await readFile(join(here, '../../node_modules/@electric-sql/pglite/package.json'), 'utf8'),
);
const content = serialize({ pglite: version, folders: folders.sort(), files });
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
writeFileSync(join(here, 'empty-cluster.br'), brotliCompressSync(content, { params }));
process.stdout.write(`${files.size} files and ${folders.length} folders of PGlite ${version}\n`);
