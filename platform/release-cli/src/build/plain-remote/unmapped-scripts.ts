import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { holdsCode } from './find-code';
import { parseScript } from './syntax-tree';

/** The first script of the page of a remote on its own. Vite's own list of chunks lacks it. */
const entryBootstrap = /(^|\/)mf-entry-bootstrap-\d+-[\da-f]+\.js$/;

/** Source files whose code a bundler maps. */
const sourceScript = /\.[cm]?[jt]sx?$/;

/**
 * Reads which scripts of a build Vite or a plugin may have generated. The plugin makes Vite list every chunk. Vite names the source of
 * an entry and of a dynamic import there: such a chunk is generated only when the source is no script in the folder of the remote.
 * Other chunks name none. Empty for other bundlers.
 *
 * @param folder Absolute folder of the build.
 * @param root Absolute folder of the remote.
 */
export async function readGeneratedChunks(folder: string, root: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const chunks = Object.values(JSON.parse(text) as Record<string, { file: string; src?: string }>);
  const hasSource = ({ src = '' }: { src?: string }) => sourceScript.test(src) && existsSync(path.join(root, src));
  return new Set(chunks.filter((chunk) => !hasSource(chunk)).map(({ file }) => file));
}

/**
 * Lists the scripts of a build without a source map whose packages are unknown for that reason. A build with source maps may lack them
 * for scripts that hold no code, such as a chunk of data of rspack and webpack, and for generated chunks of Vite.
 */
export async function listUnmappedScripts(
  { files, maps }: { files: ReadonlyMap<string, Buffer>; maps: ReadonlyMap<string, string> },
  { isModule, generated }: { isModule: boolean; generated: ReadonlySet<string> },
): Promise<string[]> {
  const unmapped: string[] = [];
  for (const [name, bytes] of files) {
    if (!name.endsWith('.js') || maps.has(name) || generated.has(name) || entryBootstrap.test(name)) continue;
    if (holdsCode(await parseScript(bytes.toString(), isModule))) unmapped.push(name);
  }
  return unmapped;
}
