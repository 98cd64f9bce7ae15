import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { listApps, root } from './apps';

const apps = listApps();
const remotes = apps.filter((app) => app !== 'shell');
const requireBuiltin = createRequire(__filename);

const scriptsOf = (app: string) => {
  const folder = path.join(root, app, 'dist/browser');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
};
const manifestOf = (app: string) => JSON.parse(readFileSync(path.join(root, app, 'dist/browser/build.json'), 'utf8'));

/** Modules of a bundle, by the sources that its source maps list. */
function sourcesOf(app: string): string[] {
  const folder = path.join(root, app, 'dist/browser');
  const maps = readdirSync(folder).filter((name) => name.endsWith('.js.map'));
  return maps.flatMap((name): string[] => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).sources);
}

/** Runs a Node build as the gateway does, in a context without window or document. */
function runNodeBuild(app: string, provided: Record<string, unknown>) {
  const code = readFileSync(path.join(root, app, 'dist/node/server.cjs'), 'utf8');
  const modules: Record<string, unknown> = { ...provided, '@shop/release-base': `/r/${app}/` };
  const module = { exports: {} as Record<string, unknown> };
  const requireModule = (id: string) => {
    if (id in modules) return modules[id];
    if (isBuiltin(id)) return requireBuiltin(id);
    throw new Error(`${app} requires ${id}`);
  };
  vm.compileFunction(code, ['module', 'exports', 'require'])(module, module.exports, requireModule);
  return module.exports;
}

test('no remote is bundled into the shell, and no app into another', () => {
  for (const app of apps) {
    const sources = sourcesOf(app);
    expect(sources.some((source) => source.includes(`${app}/src/`) || source.includes('./src/'))).toBe(true);
    for (const other of apps.filter((one) => one !== app)) {
      expect(sources.filter((source) => source.includes(`/${other}/src/`))).toEqual([]);
    }
  }
});

test.each(remotes)('%s carries no copy of what the shell shares', (app) => {
  const copies = sourcesOf(app).filter((source) =>
    /node_modules\/(react-dom|react\/cjs\/react\.|@mui|@emotion|@reduxjs|react-redux|react-router|formik|yup)/.test(
      source,
    ),
  );
  expect(copies).toEqual([]);
});

test('every shared module a remote takes is one the shell provides', () => {
  const provided = Object.keys(manifestOf('shell').provides);
  for (const app of remotes) expect(provided).toEqual(expect.arrayContaining(Object.keys(manifestOf(app).consumes)));
});

test('Node builds run without a window and expose a route for every owned path', () => {
  expect(globalThis).not.toHaveProperty('window');
  const shell = runNodeBuild('shell', {});
  expect(shell.renderDocument).toBeInstanceOf(Function);
  for (const app of remotes) {
    const { routes } = runNodeBuild(app, shell.provided as Record<string, unknown>);
    expect(Object.keys(routes as object).sort()).toEqual(Object.keys(manifestOf(app).paths).sort());
  }
});

test('no two remotes own one path', () => {
  const patterns = remotes.flatMap((app) =>
    Object.values<{ pattern: string }>(manifestOf(app).paths).map(({ pattern }) => pattern),
  );
  expect(new Set(patterns).size).toBe(patterns.length);
});

/**
 * Kilobytes, brotli, of the scripts of a first load: the shell's entry, the remote's entry and the files of the path.
 * Raise one only with a reason in the commit.
 */
const budgets: Record<string, number> = {
  home: 200,
  products: 200,
  product: 200,
  cart: 200,
};

test.each(Object.entries(budgets))('the first load of %s stays within %i KB', (id, budget) => {
  const shell = manifestOf('shell');
  const app = remotes.find((one) => id in manifestOf(one).paths) ?? '';
  const manifest = manifestOf(app);
  const lazy: string[] = manifest.paths[id].lazyShared.flatMap((key: string) => shell.provides[key].files);
  const files = [
    ...[shell.entry, ...lazy].map((file) => scriptsOf('shell').get(file)),
    ...[manifest.entry, ...manifest.paths[id].files].map((file) => scriptsOf(app).get(file)),
  ];
  const kilobytes = files.reduce((sum, text) => sum + brotliCompressSync(text ?? '').length, 0) / 1024;
  expect(kilobytes).toBeLessThanOrEqual(budget);
});
