import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the server and its commands into dist, or into the folder named as the argument. From its sources the server
 * starts in several seconds, most of them spent on the two thousand small files of its libraries; from the bundle it
 * starts in about one.
 */
const here = (path) => new URL(path, import.meta.url).pathname;
const outdir = process.argv[2] ?? here('dist');

const { metafile } = await build({
  entryPoints: [here('src/server.ts'), here('src/commands/order.ts'), here('src/commands/catalog-import.ts')],
  outdir,
  outbase: here('src'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // These bring files of their own (WebAssembly, native code, web pages) or are quick to load as they are.
  external: [
    '@electric-sql/pglite',
    '@node-rs/argon2',
    'pg',
    'fastify',
    '@fastify/*',
    'close-with-grace',
    'rate-limiter-flexible',
  ],
  logLevel: 'warning',
  metafile: true,
});

// What an earlier bundle left.
const written = new Set(Object.keys(metafile.outputs).map((path) => relative(outdir, path)));
for (const entry of await readdir(outdir, { recursive: true })) {
  if (entry.endsWith('.mjs') && !written.has(entry)) await rm(join(outdir, entry));
}
