import { build } from 'esbuild';

/**
 * Bundles the gateway into gateway/dist/server.mjs, or into the folder of the first argument, and the entry of renderer
 * processes, so that a server needs neither the sources nor TypeScript tools. Packages that read files of their own stay external, as in store-api/bundle.mjs.
 */
const here = (path) => new URL(path, import.meta.url).pathname;

const options = {
  outdir: process.argv[2] ?? here('../gateway/dist'),
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['fastify', '@fastify/*', 'close-with-grace'],
  // CommonJS packages in the bundle use these names.
  banner: {
    js: [
      "import { createRequire as createBundleRequire } from 'node:module';",
      "import { fileURLToPath as toBundlePath } from 'node:url';",
      'const require = createBundleRequire(import.meta.url);',
      'const __filename = toBundlePath(import.meta.url);',
    ].join(' '),
  },
  logLevel: 'warning',
};

// Traces are a file of their own, which is loaded only when traces are on.
await build({ ...options, entryPoints: [here('../gateway/src/server.ts')], splitting: true });
// It runs the code of releases in processes of its own, which may read this one folder.
await build({
  ...options,
  entryPoints: { 'process/renderer-process': here('../gateway/src/rendering/process/renderer-process.mjs') },
  entryNames: '[dir]/[name]',
});
