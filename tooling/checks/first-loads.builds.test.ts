import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listSharedModules } from '@shop/federation/shared-modules';
import { root } from '@shop/release-cli/build/workspace';
import {
  apps,
  getBuiltFile,
  listFirstLoad,
  listModules,
  listScripts,
  pages,
  readManifest,
  remotes,
  type Script,
} from './testing/built-apps';

/**
 * Kilobytes that a script may be above its budget. Each change of a file changes hashes in the entries. The minifier counts the
 * letters of the hashes when it chooses names, so the compressed size of a script changes although nothing was added to it.
 */
const hashTolerance = 0.25;

/** Largest entry of each app, in kilobytes in brotli. Raise a budget only with a reason in the commit. */
const entryBudgets: Record<string, number> = {
  // Half a kilobyte of it: products that a page requests together, in one call. Versions of remotes that come after the first load.
  shell: 105,
  // Hashes of 14 files: each policy in each language.
  'mf-content': 4.5,
};

/** Budget of a remote's entry: the federation runtime, the table of routes, the hashes of its scripts and style sheets. */
const remoteEntryBudget = 4;

/**
 * Largest first load of each path: kilobytes of scripts in brotli (the shell's entry, the remote's entry, the files of the
 * path), and number of scripts. A budget is the size, rounded up to the next half kilobyte. Raise a budget only with a reason in the
 * commit. Slots take 1.3 KB of each, texts in other languages 2 KB, and the product endpoint, which catalogue and cart share,
 * 1 KB, and the bundler's code that loads chunks 1 KB.
 */
const budgets: Record<string, { kilobytes: number; scripts: number }> = {
  home: { kilobytes: 114.5, scripts: 3 },
  // Three kilobytes of each: order and filters. Half a kilobyte: the error of a typed price, and the lists without products.
  products: { kilobytes: 119.5, scripts: 3 },
  // Three kilobytes of it: order and filters. The reader of prices loads for words with a number.
  search: { kilobytes: 119.5, scripts: 3 },
  // Four kilobytes of it: the gallery, terms, related products and the link to share. 0.3 of it: sizes and colours that are not sold
  // together, and the days of the store's own policies. 0.2 of it: a quantity that cannot be read, and pages of translating browsers.
  product: { kilobytes: 118.5, scripts: 3 },
  cart: { kilobytes: 114, scripts: 3 },
  // Three kilobytes of it: the check of prices before an order, the stored address, the order that waits, the order that was just
  // placed. Half a kilobyte: the comparison of sizes with that order, and the wait for the first response of the API.
  checkout: { kilobytes: 119, scripts: 3 },
  // 0.2 of it: an order that the account does not have, and the notice of all typed fields that a sign-in has lost.
  payment: { kilobytes: 117.5, scripts: 5 },
  // Four kilobytes of it: the order that the page shows, and its receipt.
  'order-success': { kilobytes: 114.5, scripts: 3 },
  // One kilobyte of it: the address on this device.
  account: { kilobytes: 114, scripts: 3 },
  // Three kilobytes of each: pictures of the items, Order Again, the receipt, and the pages of the list.
  orders: { kilobytes: 117.5, scripts: 3 },
  order: { kilobytes: 117, scripts: 3 },
  // 0.1 of it resets the form after a sign-out.
  'track-order': { kilobytes: 116.5, scripts: 3 },
  contact: { kilobytes: 110.5, scripts: 3 },
  policy: { kilobytes: 112, scripts: 3 },
  'api-test': { kilobytes: 110.5, scripts: 3 },
  // 0.1 of each keeps lines that the browser refuses to store.
  'not-found': { kilobytes: 109.5, scripts: 3 },
  unknown: { kilobytes: 109.5, scripts: 3 },
};

/** Budget of a path that is not in the list, such as the path of a new remote. */
const defaultBudget = { kilobytes: 110, scripts: 4 };

const compressedSizes = new Map<string, number>();
/** @returns Size of a built script in brotli, in kilobytes. */
function getCompressedSize({ app, file }: Script): number {
  const location = getBuiltFile(app, file);
  const bytes = compressedSizes.get(location) ?? brotliCompressSync(readFileSync(location)).length;
  compressedSizes.set(location, bytes);
  return bytes / 1024;
}

test.each(apps)('the entry of %s stays within its budget', (app) => {
  const kilobytes = getCompressedSize({ app, file: readManifest(app).entry });
  expect(kilobytes).toBeLessThanOrEqual((entryBudgets[app] ?? remoteEntryBudget) + hashTolerance);
});

test.each(pages)('the first load of $id stays within its budget', (page) => {
  const scripts = listFirstLoad(page);
  const kilobytes = scripts.reduce((sum, script) => sum + getCompressedSize(script), 0);
  const budget = budgets[page.id] ?? defaultBudget;
  const largest = budget.kilobytes + hashTolerance;
  expect({ id: page.id, kilobytes: Math.min(kilobytes, largest) }).toEqual({ id: page.id, kilobytes });
  expect(scripts.length).toBeLessThanOrEqual(budget.scripts);
});

test.each(pages)('the first load of $id contains neither MUI nor Emotion', (page) => {
  const modules = listFirstLoad(page).flatMap(listModules);
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((module) => /node_modules\/(@mui|@emotion)\//.test(module))).toEqual([]);
});

/** Modules that a first load evaluates at most: a phone needs time for each, whatever its size. */
const moduleBudget = 230;

test.each(pages)('the first load of $id evaluates few modules', (page) => {
  const modules = listFirstLoad(page).flatMap(listModules);
  expect(modules.length).toBeLessThanOrEqual(moduleBudget);
});

/** Lists the modules that several scripts contain, with the apps of those scripts. */
function findDuplicates(scripts: readonly Script[]): { module: string; owners: string[] }[] {
  const owners = new Map<string, string[]>();
  for (const script of scripts) {
    for (const module of listModules(script)) owners.set(module, [...(owners.get(module) ?? []), script.app]);
  }
  return [...owners].filter(([, { length }]) => length > 1).map(([module, owners]) => ({ module, owners }));
}

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

/** A variable of a module, or a collection that starts empty: each copy of the module would have one of its own. */
const ownState = /^(export )?(let |const \w+(: [^=]+)? = new (Weak)?(Map|Set)(<.*>)?\(\))/m;

test('no remote has a copy of the state of a module of the shell', () => {
  const listAll = (app: string) =>
    listScripts(app).flatMap((file) => listModules({ app, file }).filter((module) => module.startsWith('shared/')));
  const ofShell = new Set(listAll('shell'));
  const copied = remotes.flatMap(listAll).filter((module) => ofShell.has(module));
  const withState = copied.filter((module) => ownState.test(readFileSync(path.join(root, module), 'utf8')));
  expect(copied.length).toBeGreaterThan(20);
  expect([...new Set(withState)]).toEqual([]);
});

const isStateless = (module: string) =>
  bundledTwice.test(module) && !sharedModules.some((shared) => module.startsWith(shared));

test.each(pages)('the page $id of $app contains no module twice, but stateless code in shell and remote', (page) => {
  const duplicates = findDuplicates(listFirstLoad(page)).filter(
    ({ module, owners }) => new Set(owners).size === 1 || !isStateless(module),
  );
  expect(duplicates).toEqual([]);
});

test('the lazy modules that the shell provides contain no module twice', () => {
  const files = Object.values(readManifest('shell').provides).flatMap((provided) => provided.files);
  const scripts = [...new Set(files)].map((file) => ({ app: 'shell', file }));
  expect(scripts.length).toBeGreaterThan(1);
  expect(findDuplicates(scripts)).toEqual([]);
  // Every form loads them: the form library, and the controls. 0.2 of it removes what no store keeps, and keeps what was typed while a
  // form was sent. Raise a limit only with a reason in the commit.
  expect(scripts.reduce((sum, script) => sum + getCompressedSize(script), 0)).toBeLessThanOrEqual(79);
  expect(scripts.flatMap(listModules).length).toBeLessThanOrEqual(396);
});
