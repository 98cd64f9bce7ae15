import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { declarationsFile } from './declarations';

/** Path of the Node bundle in a build and in a release. */
export const serverFile = 'node/server.cjs';

export interface PublishOptions {
  /** Folder of the app. It contains `dist/browser` and `dist/node`. */
  appRoot: string;
  /** Commit of the sources that the build was made from, or empty. The caller finds it: the folder may be in another repository. */
  commit: string;
  /** URL of the repository of the sources, without credentials. */
  repository?: string;
  /** The app that the folder must contain. Absent: any app. */
  app?: string;
  /** True for a build that is compared and not published: it may lack the registered names, which `release publish` collects. */
  isCompared?: boolean;
}

/**
 * Reads the files of a build, without its source maps.
 *
 * @returns The manifest, unchecked, and the files by name.
 * @throws When the folder has no build, another app's build, or one that does not list its registered names.
 */
export async function readBuild({
  appRoot,
  app,
  isCompared = false,
}: Pick<PublishOptions, 'appRoot' | 'app' | 'isCompared'>) {
  const browser = await readFiles(path.join(appRoot, 'dist/browser')).catch(() => new Map<string, Buffer>());
  const manifest = JSON.parse(browser.get('build.json')?.toString() ?? 'null');
  if (!manifest) throw new Error(`${appRoot} has no build: run its build first`);
  if (app !== undefined && manifest.app !== app) throw new Error(`${appRoot} contains ${manifest.app}, not ${app}.`);
  if (!manifest.names && !isCompared) {
    throw new Error(
      `the build of ${manifest.app} does not list the names that it registers: build it with \`release publish\``,
    );
  }
  browser.delete('build.json');
  const files = new Map([...browser].filter(([name]) => !name.endsWith('.map')));
  files.set(serverFile, await readFile(path.join(appRoot, 'dist', serverFile)));
  const declarations = await readFile(path.join(appRoot, 'dist', declarationsFile)).catch(() => null);
  if (declarations) files.set(declarationsFile, declarations);
  return { manifest, files };
}

/** Reads all files below a folder, by their relative path with slashes. */
async function readFiles(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [path.relative(root, file).split(path.sep).join('/'), await readFile(file)] as const);
  return new Map(await Promise.all(read));
}
