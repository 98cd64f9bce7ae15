import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Commit } from './build-report';
import { declarationsFile } from './declarations';
import { type BundledPackage, parseBundledPackages } from './sbom';

export const serverFile = 'node/server.cjs';

/** Name of the list of packages in both builds. It is not published. */
const packagesFile = 'packages.json';

export interface PublishOptions {
  /** Folder of the app. It contains `dist/browser`, and `dist/node` unless only browsers render its pages. */
  appRoot: string;
  /** Commit of the sources that the build was made from, or empty. The caller finds it: the folder may be in another repository. */
  commit: string;
  /** The newest commits of the sources, newest first, for the build report. Default: none. */
  commits?: readonly Commit[];
  /** URL of the repository of the sources, without credentials. */
  repository?: string;
  /** Id of the pipeline that publishes. */
  pipeline?: string;
  app?: string;
  /** Version of the build. Default: the version that the folder has. */
  version?: string;
  /** True for a build that is compared and not published: it may lack the registered names, which `release publish` collects. */
  isCompared?: boolean;
}

/**
 * Reads the files of a build.
 *
 * @returns The manifest, unchecked; the public files by name; the source maps by the name of their file; the packages in the
 *   files.
 * @throws When the folder has no build, a build of another app or version, or one that does not list its registered names.
 */
export async function readBuild({
  appRoot,
  app,
  version,
  isCompared = false,
}: Pick<PublishOptions, 'appRoot' | 'app' | 'version' | 'isCompared'>) {
  const browser = await readFiles(path.join(appRoot, 'dist/browser')).catch(() => new Map<string, Buffer>());
  const manifest = JSON.parse(browser.get('build.json')?.toString() ?? 'null');
  if (!manifest) throw new Error(`${appRoot} has no build: run its build first`);
  if (app !== undefined && manifest.app !== app) throw new Error(`${appRoot} contains ${manifest.app}, not ${app}.`);
  if (version !== undefined && manifest.version !== version) {
    throw new Error(
      `${appRoot} contains ${app ?? manifest.app} ${manifest.version}, not ${version}: another process has built it in the meantime, so publish it again.`,
    );
  }
  if (!manifest.names && !isCompared) {
    throw new Error(
      `the build of ${manifest.app} does not list the names that it registers: build it with \`release publish\``,
    );
  }
  const isMap = ([name]: readonly [string, Buffer]) => name.endsWith('.map');
  const isPublic = (entry: readonly [string, Buffer]) =>
    !isMap(entry) && !['build.json', packagesFile].includes(entry[0]);
  const files = new Map([...browser].filter(isPublic));
  assertNoMapAddress(manifest.app, files);
  if (!manifest.isBrowserOnly) files.set(serverFile, await readFile(path.join(appRoot, 'dist', serverFile)));
  const declarations = await readFile(path.join(appRoot, 'dist', declarationsFile)).catch(() => null);
  if (declarations) files.set(declarationsFile, declarations);
  return { manifest, files, maps: new Map([...browser].filter(isMap)), packages: await readPackages(appRoot, browser) };
}

async function readPackages(appRoot: string, browser: ReadonlyMap<string, Buffer>): Promise<BundledPackage[]> {
  const file = path.join(appRoot, 'dist/node', packagesFile);
  const lists = [browser.get(packagesFile), await readFile(file).catch(() => undefined)];
  const all = lists.flatMap((bytes) => (bytes ? parseBundledPackages(bytes, `${packagesFile} of ${appRoot}`) : []));
  return [...new Map(all.map((entry) => [`${entry.name}@${entry.version}`, entry])).values()];
}

/** A file that names its source map would make browsers of visitors ask for it. */
function assertNoMapAddress(app: string, files: ReadonlyMap<string, Buffer>): void {
  const found = [...files].filter(([name, bytes]) => /\.(js|css)$/.test(name) && bytes.includes('sourceMappingURL='));
  if (found.length === 0) return;
  const names = found.map(([name]) => name).join(', ');
  throw new Error(`${app}: ${names} names a source map (sourceMappingURL): build it with devtool hidden-source-map.`);
}

async function readFiles(root: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = files
    .sort()
    .map(async (file) => [path.relative(root, file).split(path.sep).join('/'), await readFile(file)] as const);
  return new Map(await Promise.all(read));
}
