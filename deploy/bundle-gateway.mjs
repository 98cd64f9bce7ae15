import { build } from 'esbuild';

/**
 * Bundles the gateway into gateway/dist/server.mjs: a server needs neither the sources nor the tools that read
 * TypeScript. Packages that find files of their own stay outside, as in store-api/bundle.mjs.
 */
const here = (path) => new URL(path, import.meta.url).pathname;

await build({
  entryPoints: [here('../gateway/src/server.ts')],
  outfile: here('../gateway/dist/server.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['fastify', '@fastify/*', 'close-with-grace'],
  logLevel: 'warning',
});
