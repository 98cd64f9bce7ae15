import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SingleBuildManifest } from '@shop/federation/define-single-build';
import { evaluateNodeBundle } from '@shop/gateway/rendering/evaluate-node-bundle';
import type { Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import { composeSingleBuild } from './single-build-composition';

/** URL prefix of the files. It has the form of a release's, so that the offline worker treats the files alike. */
export const singleBuildBase = '/r/single-build/1.0.0-000000000000/';

/** The single build in memory. */
export interface SingleBuild {
  composition: Composition;
  /** Bytes of the browser build by file name, without source maps. */
  files: ReadonlyMap<string, Buffer>;
  /** Code of the build for Node, its file and its exports. */
  code: string;
  filename: string;
  shell: ShellBuild;
}

/** Reads the files of a folder and of its folders. @returns Bytes by path relative to the folder. */
async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))] as const)),
  );
}

/** Reads the single build and evaluates its code for Node in this process. @param folder Output of the build. */
export async function readSingleBuild(folder: string): Promise<SingleBuild> {
  const files = await readFiles(path.join(folder, 'browser'));
  const manifest: SingleBuildManifest = JSON.parse(String(files.get('build.json')));
  const filename = path.join(folder, 'node/server.cjs');
  const code = await readFile(filename, 'utf8');
  return {
    composition: composeSingleBuild(manifest, singleBuildBase, files),
    files,
    code,
    filename,
    shell: evaluateNodeBundle<ShellBuild>(code, { filename, base: singleBuildBase }),
  };
}
