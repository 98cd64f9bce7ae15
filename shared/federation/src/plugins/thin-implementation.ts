import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Compiler, type RspackPluginInstance, rspack } from '@rspack/core';

const runtimeFolder = path.join(import.meta.dirname, '../runtime/thin');
const implementationFolder = path.join(import.meta.dirname, '../../.cache/thin-runtime');

/** Modules that the federation plugin resolves from its option `implementation`, and the files that stand in for them. */
const replacements = {
  '@module-federation/webpack-bundler-runtime': 'runtime',
  '@module-federation/runtime': 'runtime',
  '@module-federation/runtime/bundler': 'runtime',
};

/** `.ts` in this repository, `.js` in the published package. */
const extension = path.extname(import.meta.filename);

/**
 * Writes the folder for the federation plugin's option `implementation`. The plugin resolves two packages from there as Node
 * does, so the folder has a `node_modules` whose packages consist of a package.json that names the file of the thin runtime.
 * They are written and not committed, because copies of a repository leave out every `node_modules`.
 *
 * @returns The absolute folder.
 */
export function prepareThinImplementation(): string {
  for (const [name, file] of Object.entries(replacements)) {
    const folder = path.join(implementationFolder, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    const main = path.relative(folder, path.join(runtimeFolder, file + extension));
    writeUnlessSame(path.join(folder, 'package.json'), `${JSON.stringify({ name, main })}\n`);
  }
  return implementationFolder;
}

/**
 * Starts the thin runtime in place of the code that the bundler generates. That code serves every option of federation, and takes
 * 1 KB (brotli) of each entry.
 *
 * @param kind The runtime of a shell provides shared modules, that of a remote takes them.
 * @param name Name of the build in the page.
 */
export function startThinRuntime(kind: 'shell' | 'remote', name: string): RspackPluginInstance {
  const generated = /^@module-federation\/runtime\/rspack\.js!=!data:/;
  const start = path.join(runtimeFolder, `start-${kind}${extension}`);
  return new rspack.NormalModuleReplacementPlugin(generated, `${start}?${name}`);
}

/** Runtime modules of the bundler in whose place the thin runtime loads chunks. */
const chunkLoading = ['css loading', 'load_script', 'jsonp_chunk_loading'];

/** Leaves out the code that loads chunks: `runtime/thin/load-chunks` does. */
export class DropChunkLoading implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('DropChunkLoading', ({ hooks }) => {
      hooks.runtimeModule.tap('DropChunkLoading', ({ name, source }) => {
        if (source && chunkLoading.includes(name)) source.source = Buffer.from('');
      });
    });
  }
}

/** Builds run at the same time: each writes a file of its own and renames it, so that no build reads half a file. */
function writeUnlessSame(file: string, text: string): void {
  if (readText(file) === text) return;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
