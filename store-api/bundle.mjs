import { build } from 'esbuild';

/**
 * Bundles the server and its commands into dist, or into the folder named as the argument. From its sources the server starts in several seconds, most of them
 * spent on the two thousand small files of its libraries; from the bundle it starts in about one.
 */
const here = (path) => new URL(path, import.meta.url).pathname;

await build({
  entryPoints: [here('src/server.ts'), here('src/commands/order.ts'), here('src/commands/catalog-import.ts')],
  outdir: process.argv[2] ?? here('dist'),
  outbase: here('src'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // These bring files of their own (WebAssembly, native code, web pages) or are quick to load as they are.
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'fastify', '@fastify/*', 'close-with-grace'],
  logLevel: 'warning',
});
