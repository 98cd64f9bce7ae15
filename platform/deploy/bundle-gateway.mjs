import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listExternalPackages } from '@shop/store-api/external-packages';
import { build } from 'esbuild';

/**
 * Bundles the gateway into platform/gateway/dist/server.mjs, or into the folder of the first argument, and the entries of renderer
 * processes and of the signer, so that a server needs neither the sources nor TypeScript tools. Packages that read files of their own stay external, as in store-api/bundle.mjs.
 */
const here = (file) => path.join(import.meta.dirname, file);

const outdir = process.argv[2] ?? here('../gateway/dist');
const options = {
  outdir,
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
  metafile: true,
};

// Traces are a file of their own, which is loaded only when traces are on.
const { metafile } = await build({ ...options, entryPoints: [here('../gateway/src/server.ts')], splitting: true });
// Renderers run the code of releases, and the signer holds the signing key: processes of their own, which may read little else than their code.
await build({
  ...options,
  entryPoints: {
    'process/renderer-process': here('../gateway/src/rendering/process/renderer-process.mjs'),
    'signer-process': here('../releases/src/signer/signer-process.ts'),
  },
  entryNames: '[dir]/[name]',
});
await writeFile(path.join(outdir, 'external-packages.json'), JSON.stringify(listExternalPackages(metafile)));
