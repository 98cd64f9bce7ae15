import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { root } from '@shop/release-cli/build/workspace';
import { createFrameResolver } from '@shop/releases/error-reports/resolve-stack';
import { inspectStyles } from '@shop/releases/gates/inspect-styles';
import { createOwner } from '@shop/releases/gates/style-scope.gate';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix } from '@shop/releases/release/release';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { listShippedPackages } from '../notices/shipped-packages';
import { apps, getBuiltFile, listModules, readBuilt, readManifest, remotes } from './testing/built-apps';

const requireBuiltin = createRequire(__filename);

/** Lists the modules of an app's bundles. */
const listAppModules = (app: string): string[] =>
  readdirSync(getBuiltFile(app, '')).flatMap((file) =>
    file.endsWith('.js.map') ? listModules({ app, file: file.slice(0, -'.map'.length) }) : [],
  );

/** Evaluates a Node bundle as the gateway does, without `window` and `document`. @returns Its exports. */
function evaluateNodeBundle(app: string, provided: Record<string, unknown>) {
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

test('no app bundles the sources of another app', () => {
  for (const app of apps) {
    const owners = listAppModules(app).flatMap((module) => /^([^/]+)\/src\//.exec(module)?.[1] ?? []);
    expect([...new Set(owners)]).toEqual([app]);
  }
});

test('the shell contains React Router without its messages for developers', () => {
  const entry = readBuilt('shell', readManifest('shell').entry);
  expect(entry).toContain('React Router is used in a wrong way');
  expect(entry.match(/may be used only|manually specified|must not be used on the initial render/g)).toBeNull();
});

test('every build lists the packages whose modules it contains, and no other', () => {
  const readNames = (app: string, build: string): string[] =>
    JSON.parse(readFileSync(path.join(root, app, `dist/${build}/packages.json`), 'utf8')).map(
      ({ name }: { name: string }) => name,
    );
  const allowed = new Set(listShippedPackages(root).map(({ name }) => name));
  for (const app of apps) {
    const names = readNames(app, 'browser');
    const fromMaps = listAppModules(app).flatMap(
      (module) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [],
    );
    expect(names).toEqual(expect.arrayContaining([...new Set(fromMaps)]));
    // The Node build also contains helpers of the bundler.
    expect(readNames(app, 'node').length).toBeGreaterThan(0);
    expect(names.filter((name) => !allowed.has(name))).toEqual([]);
  }
  expect(readNames('shell', 'browser')).toEqual(expect.arrayContaining(['react-dom', '@mui/material']));
  expect(readNames('mf-catalog', 'browser')).not.toContain('react-dom');
});

test('a published build keeps its source maps private, and they resolve a position to its source', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'source-maps-'));
  const store = createFileSystemStore(folder);
  const release = await publish(store, { appRoot: path.join(root, 'mf-catalog'), commit: '' });
  expect((await store.list('r/')).filter((key) => key.includes('.map'))).toEqual([]);
  const code = readFileSync(path.join(root, 'mf-catalog/dist/browser/product.js'), 'utf8').split('\n');
  const line = code.findIndex((text) => text.includes('Out of stock') || text.includes('Add to Cart')) + 1;
  expect(line).toBeGreaterThan(0);
  const column = (code[line - 1] ?? '').search(/Out of stock|Add to Cart/) + 1;
  const name = getReleasePrefix(release).slice('r/'.length);
  const found = await createFrameResolver(store)(`${name}product.js:${line}:${column}`);
  expect(found.source).toMatch(/^(src|\.\.\/shared)\/.+\.tsx?$/);
  const source = readFileSync(path.join(root, 'mf-catalog', found.source ?? ''), 'utf8').split('\n');
  expect(source.slice((found.line ?? 0) - 3, (found.line ?? 0) + 3).join('\n')).toMatch(/Out of stock|Add to Cart/);
});

test.each(remotes)('%s bundles no copy of a module that the shell shares', (app) => {
  const shared =
    /node_modules\/(react-dom|react\/cjs\/react\.|@mui|@emotion|@reduxjs|react-redux|react-router|formik|yup)/;
  expect(listAppModules(app).filter((module) => shared.test(module))).toEqual([]);
});

test.each(remotes)(
  'the style sheets of %s match elements with its own classes only, and the Node build has the same classes',
  (app) => {
    const { styleScope } = readManifest(app);
    const css = readdirSync(getBuiltFile(app, '')).flatMap((name) =>
      name.endsWith('.css') ? [readBuilt(app, name)] : [],
    );
    const report = inspectStyles(css.join('\n'), createOwner({ app, styleScope }));
    expect(report).toMatchObject({ selectors: [], rules: [], names: [] });
    const listClasses = (text: string) => new Set(text.match(new RegExp(`${styleScope}[\\w-]{5,6}`, 'g')));
    const ofNode = listClasses(readFileSync(path.join(root, app, 'dist/node/server.cjs'), 'utf8'));
    expect([...listClasses(css.join('\n'))].filter((name) => !ofNode.has(name))).toEqual([]);
    expect(ofNode.size).toBeGreaterThan(5);
  },
);

test('the shell provides every shared module that a remote consumes', () => {
  const provided = Object.keys(readManifest('shell').provides);
  for (const app of remotes) expect(provided).toEqual(expect.arrayContaining(Object.keys(readManifest(app).consumes)));
});

test('Node bundles run without a window and export a route for every owned path', () => {
  expect(globalThis).not.toHaveProperty('window');
  const shell = evaluateNodeBundle('shell', {});
  expect(typeof shell.renderDocument).toBe('function');
  for (const app of remotes) {
    const { routes } = evaluateNodeBundle(app, shell.provided as Record<string, unknown>);
    expect(Object.keys(routes as object).sort()).toEqual(Object.keys(readManifest(app).paths).sort());
  }
});

test('every build lists the names that it registers, and no two builds register the same name', () => {
  expect(readManifest('shell').names).toMatchObject({
    endpoints: expect.arrayContaining(['sessionAuthorize', 'storeInfo']),
    slices: expect.arrayContaining(['api', 'cart', 'session']),
  });
  expect(readManifest('mf-catalog').names.endpoints).toContain('catalogProducts');
  const endpoints = apps.flatMap((app) => readManifest(app).names.endpoints);
  expect(endpoints).toEqual([...new Set(endpoints)]);
});

test('an entry lists the hashes of its chunks in ascending order, so that builds are reproducible', () => {
  for (const app of apps) {
    const code = readBuilt(app, readManifest(app).entry);
    const chunks = [...(/sriHashes=\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/(\d+):"sha256-/g)].map(([, id]) =>
      Number(id),
    );
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks).toEqual([...chunks].sort((a, b) => a - b));
  }
});

test('each path belongs to the app that the list of route owners names [R.owners-1]', () => {
  const owned = Object.fromEntries(
    remotes.map((app) => {
      const paths = Object.values(readManifest(app).paths);
      return [app, paths.map(({ pattern }) => pattern).sort()];
    }),
  );
  expect(owned).toMatchObject({
    // The page of one order is an addition to the list.
    'mf-account-orders': ['/account', '/orders', '/orders/:id', '/track-order'],
    'mf-cart-checkout': ['/cart', '/checkout'],
    // The search is an addition to the list.
    'mf-catalog': ['/', '/product/:id', '/products', '/search'],
    'mf-content': ['*', '/404', '/:policyType', '/api-test', '/contact'],
    'mf-payment': ['/order-success', '/payment'],
  });
});

test.each(['holdEarlyInput', 'createEarlyCart', 'recoverEntry', 'addLine', 'toCartLine', 'cartLineKey', 'countPieces'])(
  'the text of %s, which each document contains, is minified',
  (name) => {
    const code = readFileSync(path.join(root, 'shell/dist/node/server.cjs'), 'utf8');
    expect(code).toMatch(new RegExp(`function ${name}\\([^\\n]{80}`));
  },
);
