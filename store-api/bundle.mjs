import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { listExternalPackages } from './external-packages.mjs';

/**
 * Bundles the server and its commands into dist, or into the folder of the first argument. The bundle starts in about one
 * second. The sources start in several seconds, because Node loads two thousand small files of the libraries.
 */
const here = (path) => join(import.meta.dirname, path);
const outdir = process.argv[2] ?? here('dist');

const { metafile } = await build({
  entryPoints: [
    here('src/server.ts'),
    here('src/commands/order.ts'),
    here('src/commands/refunds.ts'),
    here('src/commands/catalog-import.ts'),
    here('src/commands/backup.ts'),
    here('src/commands/restore.ts'),
  ],
  outdir,
  outbase: here('src'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Libraries that load their own files (WebAssembly, native code, web pages), or that load fast. Everything else is in the
  // bundle, because the image of platform/deploy/Dockerfile has the packages of the root's node_modules only.
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'fastify', '@fastify/*', 'close-with-grace'],
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
});

// The database of a new shop is a copy of this file.
await copyFile(here('../shared/database/empty-cluster.br'), join(outdir, 'empty-cluster.br'));

await writeFile(join(outdir, 'external-packages.json'), JSON.stringify(listExternalPackages(metafile)));

// Remove the files of an earlier bundle.
const written = new Set(Object.keys(metafile.outputs).map((path) => relative(outdir, path)));
for (const entry of await readdir(outdir, { recursive: true })) {
  if (entry.endsWith('.mjs') && !written.has(entry)) await rm(join(outdir, entry));
}
