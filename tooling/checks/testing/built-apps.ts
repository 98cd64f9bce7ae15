import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';

export const apps = listApps();
export const remotes = apps.filter((app) => app !== 'shell');

/** The part of a browser build's manifest that the tests read. */
interface Manifest {
  entry: string;
  styleScope: string;
  paths: Record<string, { pattern: string; files: string[]; lazyShared: string[] }>;
  provides: Record<string, { files: string[] }>;
  consumes: Record<string, unknown>;
  names: { endpoints: string[]; slices: string[] };
}

/** Absolute path of a file of a browser build. */
export const getBuiltFile = (app: string, file: string): string => path.join(root, app, 'dist/browser', file);
export const readBuilt = (app: string, file: string): string => readFileSync(getBuiltFile(app, file), 'utf8');
export const readManifest = (app: string): Manifest => JSON.parse(readBuilt(app, 'build.json'));

/** A script of an app. */
export interface Script {
  app: string;
  file: string;
}

/** Lists the scripts of a browser build that have modules. */
export const listScripts = (app: string): string[] =>
  readdirSync(getBuiltFile(app, '.'))
    .filter((file) => file.endsWith('.js.map'))
    .map((file) => file.slice(0, -'.map'.length));

/** Reads the modules of a script from its source map, as paths in the repository. The bundler's own modules do not count. */
export function listModules({ app, file }: Script): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readBuilt(app, `${file}.map`));
  const modules = sources
    .map((source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/[?|].*$/, ''))
    .filter((source) => !/^(webpack\/|ignored|external |data:)/.test(source))
    .map((source) => (source.startsWith('./') ? `${app}/${source.slice(2)}` : source.replace(/^(\.\.\/)+/, '')));
  return [...new Set(modules)];
}

/** The paths of all remotes. */
export const pages = remotes.flatMap((app) => Object.keys(readManifest(app).paths).map((id) => ({ app, id })));

/** Lists the scripts of the first load of a path. */
export function listFirstLoad({ app, id }: { app: string; id: string }): Script[] {
  const shell = readManifest('shell');
  const { entry, paths } = readManifest(app);
  const { files = [], lazyShared = [] } = paths[id] ?? {};
  const lazy = lazyShared.flatMap((key) => shell.provides[key]?.files ?? []);
  return [
    ...[...new Set([shell.entry, ...lazy])].map((file) => ({ app: 'shell', file })),
    ...[...new Set([entry, ...files])].map((file) => ({ app, file })),
  ];
}
