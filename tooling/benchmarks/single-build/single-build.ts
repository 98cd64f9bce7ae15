import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SingleBuildManifest } from '@shop/federation/define-single-build';
import { root } from '@shop/release-cli/build/workspace';
import { computeIntegrity } from '@shop/releases/release/integrity';
import type { Composition, PreloadFile } from '@shop/remote-contract/composition';

/** URL prefix of the files. It has the form of a release's, so that the offline worker treats the files alike. */
export const singleBuildBase = '/r/single-build/1.0.0-000000000000/';

const folder = path.join(import.meta.dirname, 'dist');

/** The single build in memory. */
export interface SingleBuild {
  composition: Composition;
  /** Bytes of the browser build by file name, without source maps. */
  files: ReadonlyMap<string, Buffer>;
  /** Code of the build for Node, and its file. */
  code: string;
  filename: string;
}

/** Builds the shop in one piece. The builds of the apps exist. */
export async function buildSingleBuild(): Promise<void> {
  const rspack = path.join(root, 'node_modules/@rspack/cli/bin/rspack.js');
  await promisify(execFile)(process.execPath, [rspack, 'build'], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  // The offline worker does not depend on how the shop is built.
  const worker = 'service-worker.js';
  await copyFile(path.join(root, 'shell/dist/browser', worker), path.join(folder, 'browser', worker));
}

/** Reads the single build. */
export async function readSingleBuild(): Promise<SingleBuild> {
  const entries = await readdir(path.join(folder, 'browser'), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const files = new Map(
    await Promise.all(
      paths.map(async (file) => [path.relative(path.join(folder, 'browser'), file), await readFile(file)] as const),
    ),
  );
  const filename = path.join(folder, 'node/server.cjs');
  const composition = composeSingleBuild(JSON.parse(String(files.get('build.json'))), singleBuildBase, files);
  return { composition, files, code: await readFile(filename, 'utf8'), filename };
}

/**
 * Describes the single build as a composition, the input of the shell's `renderDocument` and `renderPage`. Every remote has
 * the entry of the single build, which the document loads in any case.
 *
 * @param base URL prefix of the files, with a slash at the end.
 * @param files Bytes of the browser build by file name.
 */
function composeSingleBuild(
  manifest: SingleBuildManifest,
  base: string,
  files: ReadonlyMap<string, Uint8Array>,
): Composition {
  const getIntegrity = (file: string) => {
    const bytes = files.get(file);
    if (!bytes) throw new Error(`The single build has no file ${file}`);
    return computeIntegrity(bytes) as PreloadFile['integrity'];
  };
  const toPreload = (file: string): PreloadFile => ({ url: base + file, integrity: getIntegrity(file) });
  const [entryFile = 'main.js', ...furtherEntries] = manifest.entry;
  const version = { version: '1.0.0', digest: '000000000000', base };
  const entry = { path: entryFile, integrity: getIntegrity(entryFile) };
  return {
    seq: 1,
    env: 'production',
    shell: { name: 'single-build', ...version, entry, styles: manifest.styles.map(toPreload) },
    remotes: manifest.remotes.map(({ name, paths }) => ({
      name,
      ...version,
      entry,
      global: 'single_build',
      paths: paths.map(({ files: scripts, styles, ...path }) => ({
        ...path,
        preloads: [...furtherEntries, ...scripts].map(toPreload),
        styles: styles.map(toPreload),
      })),
    })),
  };
}
