import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSharedModules } from '@shop/federation/shared-modules';
import { listApps, root } from '@shop/release-cli/build/workspace';

interface Manifest {
  entry: string;
  paths: Record<string, { files: string[]; lazyShared: string[] }>;
  provides: Record<string, { files: string[] }>;
}

const readBuilt = (app: string, file: string) => readFileSync(path.join(root, app, 'dist/browser', file), 'utf8');
const readManifest = (app: string): Manifest => JSON.parse(readBuilt(app, 'build.json'));

const shell = readManifest('shell');
const pages = listApps()
  .filter((app) => app !== 'shell')
  .flatMap((app) => Object.keys(readManifest(app).paths).map((id) => ({ app, id })));

/** A script that the first load of a page runs. */
interface Script {
  app: string;
  file: string;
}

function listScripts({ app, id }: { app: string; id: string }): Script[] {
  const { entry, paths } = readManifest(app);
  const { files = [], lazyShared = [] } = paths[id] ?? {};
  const lazy = lazyShared.flatMap((key) => shell.provides[key]?.files ?? []);
  return [
    ...[...new Set([shell.entry, ...lazy])].map((file) => ({ app: 'shell', file })),
    ...[...new Set([entry, ...files])].map((file) => ({ app, file })),
  ];
}

/** Reads the modules of a script from its source map, as paths in the repository. The bundler's own modules do not count. */
function listModules({ app, file }: Script): string[] {
  const { sources }: { sources: string[] } = JSON.parse(readBuilt(app, `${file}.map`));
  const modules = sources
    .map((source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/[?|].*$/, ''))
    .filter((source) => !/^(webpack\/|ignored|external |data:)/.test(source))
    .map((source) => (source.startsWith('./') ? `${app}/${source.slice(2)}` : source.replace(/^(\.\.\/)+/, '')));
  return [...new Set(modules)];
}

/** Lists the modules that several scripts contain, with those scripts. */
function findDuplicates(scripts: readonly Script[]): { module: string; scripts: Script[] }[] {
  const scriptsByModule = new Map<string, Script[]>();
  for (const script of scripts) {
    for (const module of listModules(script)) {
      scriptsByModule.set(module, [...(scriptsByModule.get(module) ?? []), script]);
    }
  }
  return [...scriptsByModule].filter(([, { length }]) => length > 1).map(([module, scripts]) => ({ module, scripts }));
}

/**
 * Modules of Formik and of Emotion, 3 KB before compression. The bundler makes no script of less than 20 KB for what two lazy
 * modules share. A new entry of this list needs a reason.
 */
const tooSmallToSplit = /^node_modules\/hoist-non-react-statics\//;

test.each(pages)('no two scripts of one app that $id of $app loads contain the same module', (page) => {
  const scripts = listScripts(page);
  const inOneApp = [...new Set(scripts.map(({ app }) => app))].flatMap((app) =>
    findDuplicates(scripts.filter((script) => script.app === app)),
  );
  expect(inOneApp.filter(({ module }) => !tooSmallToSplit.test(module))).toEqual([]);
});

/**
 * What shell and remote may both contain: stateless code. The import of a part of valibot or of an icon is smaller than a
 * shared module of the whole package. A new entry of this list needs a reason.
 */
const bundledTwice =
  /^(shared\/|node_modules\/(react\/(cjs\/react-)?jsx-runtime|lucide-react\/|valibot\/|@module-federation\/))/;

/** Start of the files of the modules that a page has once: `shared/cart/src/use-cart.` for `@shop/cart/use-cart`. */
const sharedModules = listSharedModules().map(({ key }) =>
  key.replace(/^@shop\/([^/]+)\//, 'shared/$1/src/').concat('.'),
);

const isStateless = (module: string) =>
  bundledTwice.test(module) && !sharedModules.some((shared) => module.startsWith(shared));

test.each(pages)('shell and $app contain only stateless code twice on the page $id', (page) => {
  const duplicates = findDuplicates(listScripts(page)).filter(
    ({ scripts }) => new Set(scripts.map(({ app }) => app)).size > 1,
  );
  const modules = duplicates.map(({ module }) => module);
  expect(modules.filter((module) => !isStateless(module))).toEqual([]);
});
