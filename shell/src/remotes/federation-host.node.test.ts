import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getFederationRuntimeVersion, getTestedFederationRuntimes } from '@shop/federation/shared-modules';
import { type BuiltFiles, buildFixtures, type FixtureBuild } from '@shop/federation/testing/build-fixtures';
import { getIntegrity, openScriptPage, type ScriptPage } from '@shop/federation/testing/script-page';
import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';

/*
 * Real builds of small apps, real hashes, and the shell's own host. Every test runs in three pages: both apps with the thin
 * runtime, both with the full one, and the page during a change between them.
 */

type Runtime = FixtureBuild['runtime'];
const runtimes: readonly Runtime[] = ['thin', 'full'];

const pages: [name: string, shell: Runtime, remotes: Runtime][] = [
  ['the thin runtime in shell and remotes', 'thin', 'thin'],
  ['the full runtime in shell and remotes', 'full', 'full'],
  ['the full runtime in the shell and the thin one in remotes', 'full', 'thin'],
];

const react = { key: 'react', version: '19.3.1', range: '^19.3.0', isEager: true };
const counter = { key: 'counter', version: '1.4.0', range: '^1.4.0', isEager: true };
const dialog = { key: 'dialog', version: '1.0.0', range: '^1.0.0', isEager: false };
const shared = [react, counter, dialog];
/** The same modules after a patch of React. */
const withPatch = [{ ...react, version: '19.3.2' }, counter, dialog];

/** The remotes of the test pages. `newer` is a later version of the cart. */
const remotes = {
  cart: { version: '1.0.0', shared },
  newer: { version: '1.1.0', shared: withPatch },
  reviews: { version: '1.0.0', shared: [react, { ...counter, range: '^1.5.0' }, dialog] },
  chat: { version: '1.0.0', shared: [...shared, { key: 'emoji', version: '1.0.0', range: '^1.0.0', isEager: true }] },
};
type RemoteName = keyof typeof remotes;
const remoteNames = Object.keys(remotes) as RemoteName[];

const hostFile = fileURLToPath(new URL('./federation-host.ts', import.meta.url));

const shellSource = `
  import * as React from 'react';
  import * as counter from 'counter';
  import { createFederationHost } from '${hostFile}';
  globalThis.shell = { React, counter, createFederationHost, openDialog: () => import('dialog') };`;

const remoteSources = {
  'routes.ts': `export const routes = {
    home: () => import(/* webpackChunkName: "home" */ './home'),
    form: () => import(/* webpackChunkName: "form" */ './form'),
    delivery: () => import(/* webpackChunkName: "delivery" */ './delivery'),
    smile: () => import(/* webpackChunkName: "smile" */ './smile'),
  };`,
  'home.ts': `import * as React from 'react'; import * as counter from 'counter';
    export const screen = { React, counter };`,
  'form.ts': `import * as dialog from 'dialog';
    export const screen = { dialog, isAfterDialogTask: globalThis.isDialogTaskOver };`,
  'delivery.ts': "import * as dialog from 'dialog'; export const screen = { dialog, isDelivery: true };",
  'smile.ts': "import * as emoji from 'emoji'; export const screen = { emoji };",
};

const sources: Record<string, string> = {
  'node_modules/counter/index.js': 'export let count = 0; export const increment = () => { count += 1; };',
  'node_modules/dialog/index.js': `globalThis.dialogs = (globalThis.dialogs ?? 0) + 1; export const open = () => 1;
    setTimeout(() => { globalThis.isDialogTaskOver = true; });`,
  'node_modules/emoji/index.js': 'export const smile = 1;',
};
const builds: FixtureBuild[] = [];
for (const runtime of runtimes) {
  builds.push({ kind: 'shell', name: `shell-${runtime}`, version: '1.0.0', runtime, shared });
  sources[`shell-${runtime}/src/main.tsx`] = shellSource;
  builds.push({ kind: 'shell', name: `patched-${runtime}`, version: '1.0.0', runtime, shared: withPatch });
  sources[`patched-${runtime}/src/main.tsx`] = shellSource;
  for (const name of remoteNames) {
    builds.push({ kind: 'remote', name: `${name}-${runtime}`, runtime, ...remotes[name] });
    for (const [file, source] of Object.entries(remoteSources)) sources[`${name}-${runtime}/src/${file}`] = source;
  }
}

let built: Record<string, BuiltFiles>;
beforeAll(async () => {
  built = await buildFixtures(builds, sources);
  if (process.env.RECORD_REMOTES) recordRemotes();
});

/**
 * Builds of the cart by the versions of `@module-federation/enhanced` that this workspace used. After an update, and before the
 * range of `testedFederationRuntimes` in shared/federation/package.json changes, run this file with RECORD_REMOTES=1.
 */
const recordedFile = fileURLToPath(new URL('./testing/recorded-remotes.json', import.meta.url));
type RecordedRemotes = Record<string, Record<Runtime, BuiltFiles>>;
const recorded: RecordedRemotes = JSON.parse(readFileSync(recordedFile, 'utf8'));

function recordRemotes() {
  const pick = (runtime: Runtime) => {
    const {
      'remote-entry.js': entry = '',
      'home.js': home = '',
      'form.js': form = '',
    } = built[`cart-${runtime}`] ?? {};
    return { 'remote-entry.js': entry, 'home.js': home, 'form.js': form };
  };
  const version = getFederationRuntimeVersion('full');
  const all = { ...recorded, [version]: { thin: pick('thin'), full: pick('full') } };
  writeFileSync(recordedFile, `${JSON.stringify(all, null, 2)}\n`);
}

/** Files of a build by their paths on the gateway. */
const serve = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(built[name] ?? {}).map(([file, code]) => [`/r/${name}/${file}`, code]));

function compose(name: string, version: string): ComposedRemote {
  return {
    name,
    version,
    digest: '0',
    base: `/r/${name}/`,
    global: `${name}_${version}`.replace(/\W/g, '_'),
    entry: { path: 'remote-entry.js', integrity: getIntegrity(built[name]?.['remote-entry.js'] ?? '') },
    paths: [],
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the screens of the small apps are their exports.
type Screen = any;

interface ShopPage extends ScriptPage {
  load: (remote: RemoteName, screen: string, options?: { isRetry: boolean }) => Promise<Screen>;
  /** Paths of a remote's files. */
  path: (remote: RemoteName, file: string) => string;
}

/** Opens a page of a shell whose composition has every remote of a runtime. @param shell Name of the shell's build. */
async function openShop(shell: string, runtime: Runtime): Promise<ShopPage> {
  const composed = remoteNames.map((name) => [name, compose(`${name}-${runtime}`, remotes[name].version)] as const);
  const composition: Composition = {
    seq: 1,
    env: 'production',
    shell: compose(shell, '1.0.0'),
    remotes: composed.map(([, remote]) => remote),
  };
  const files = composition.remotes.map(({ name }) => serve(name));
  const page = openScriptPage(Object.assign({}, serve(shell), ...files));
  await page.run(`/r/${shell}/main.js`);
  const loadModule = page.window.shell.createFederationHost(composition);
  const byName = Object.fromEntries(composed);
  return {
    ...page,
    path: (remote, file) => `/r/${remote}-${runtime}/${file}`,
    load: async (remote, screen, options = { isRetry: false }) => {
      const { routes } = await loadModule(byName[remote], options);
      return (await routes[screen]()).screen;
    },
  };
}

describe.each(pages)('%s', (_, shell, runtime) => {
  const open = () => openShop(`shell-${shell}`, runtime);

  it('gives a remote the React and the module state of the shell', async () => {
    const page = await open();
    const screen = await page.load('cart', 'home');
    expect(screen.React.createElement).toBe(page.window.shell.React.createElement);
    screen.counter.increment();
    expect(page.window.shell.counter.count).toBe(1);
  });

  it('requests the entry and the script of the screen once, and nothing before a remote is loaded', async () => {
    const page = await open();
    const before = page.requests.length;
    expect(before).toBe(1);
    await Promise.all([page.load('cart', 'home'), page.load('cart', 'home')]);
    expect(page.requests.slice(before)).toEqual([page.path('cart', 'remote-entry.js'), page.path('cart', 'home.js')]);
  });

  it('rejects a screen whose range does not contain the version of the page', async () => {
    const page = await open();
    await expect(page.load('reviews', 'home')).rejects.toThrow(/1\.4\.0.*\^1\.5\.0|\^1\.5\.0.*1\.4\.0/s);
    await expect(page.load('reviews', 'form')).resolves.toBeDefined();
  });

  it('rejects a screen whose shared module the shell does not provide', async () => {
    const page = await open();
    await expect(page.load('chat', 'smile')).rejects.toThrow(/emoji/);
  });

  it('loads a lazy shared module once for screens of several remotes and for the shell', async () => {
    const page = await open();
    const [form, delivery, newer, own] = await Promise.all([
      page.load('cart', 'form'),
      page.load('cart', 'delivery'),
      page.load('newer', 'form'),
      page.window.shell.openDialog(),
    ]);
    expect(page.window.dialogs).toBe(1);
    expect(new Set([form, delivery, newer].map(({ dialog }) => dialog.open))).toEqual(new Set([own.open]));
    expect(page.requests.filter((path) => path.startsWith(`/r/shell-${shell}/`))).toHaveLength(2);
  });

  it('runs two versions of one remote in one page', async () => {
    const page = await open();
    const older = await page.load('cart', 'home');
    const newer = await page.load('newer', 'home');
    expect(older).not.toBe(newer);
    expect(older.counter.increment).toBe(newer.counter.increment);
    expect(await page.load('cart', 'home')).toBe(older);
  });

  it('rejects an entry whose bytes do not match the hash of the composition', async () => {
    const page = await open();
    page.files[page.path('cart', 'remote-entry.js')] += 'globalThis.isTampered = true;';
    await expect(page.load('cart', 'home')).rejects.toThrow(/cart-.*remote-entry\.js/s);
    expect(page.window.isTampered).toBeUndefined();
  });

  it('rejects a screen whose bytes do not match the hash in the entry', async () => {
    const page = await open();
    page.files[page.path('cart', 'home.js')] += 'globalThis.isTampered = true;';
    await expect(page.load('cart', 'home')).rejects.toThrow(/home\.js/);
    expect(page.window.isTampered).toBeUndefined();
  });

  it.each(['remote-entry.js', 'home.js'])('loads a remote again after a failure of %s', async (file) => {
    const page = await open();
    const path = page.path('cart', file);
    const code = page.files[path] ?? '';
    delete page.files[path];
    await expect(page.load('cart', 'home')).rejects.toThrow(file);
    page.files[path] = code;
    expect(await page.load('cart', 'home', { isRetry: true })).toBeDefined();
  });

  it('lists one share scope with one loaded version of each module where the smoke test reads it', async () => {
    const page = await open();
    await page.load('cart', 'form');
    await page.load('newer', 'home');
    const { __INSTANCES__: instances, __SHARE__: scopes } = page.window.__FEDERATION__;
    expect(instances).toHaveLength(3);
    const found = new Set([...instances.map(({ shareScopeMap }: Screen) => shareScopeMap.default)]);
    for (const scope of Object.values<Screen>(scopes)) found.add(scope.default);
    expect(found.size).toBe(1);
    const [scope] = [...found];
    expect(Object.keys(scope).sort()).toEqual(['counter', 'dialog', 'react']);
    expect(Object.values(scope.dialog)).toMatchObject([{ version: '1.0.0', loaded: true }]);
  });
});

test('a thin shell names the runtime as the cause when it loads a remote of the full runtime', async () => {
  const page = await openShop('shell-thin', 'full');
  await expect(page.load('cart', 'home')).rejects.toThrow(
    'http://shop.test/r/cart-full/remote-entry.js defines no cart_full_1_0_0. Was it built for the full federation runtime?',
  );
});

test('the thin runtime loads a lazy shared module again after its script failed', async () => {
  const page = await openShop('shell-thin', 'thin');
  const [chunk = ''] = Object.keys(page.files).filter((path) => /^\/r\/shell-thin\/(?!main)/.test(path));
  const code = page.files[chunk] ?? '';
  delete page.files[chunk];
  await expect(page.load('cart', 'form')).rejects.toThrow(
    'cart_thin_1_0_0 needs dialog ^1.0.0, and 1.0.0 did not load.',
  );
  page.files[chunk] = code;
  expect(await page.load('cart', 'form', { isRetry: true })).toBeDefined();
});

test('the thin runtime evaluates a lazy shared module in an earlier task than the screen that imports it', async () => {
  const page = await openShop('shell-thin', 'thin');
  expect((await page.load('cart', 'form')).isAfterDialogTask).toBe(true);
});

test('the thin runtime names the remote, the module, the range and the versions of the page', async () => {
  const page = await openShop('shell-thin', 'thin');
  await expect(page.load('reviews', 'home')).rejects.toThrow(
    'reviews_thin_1_0_0 needs counter ^1.5.0, and the page has 1.4.0.',
  );
  await expect(page.load('chat', 'smile')).rejects.toThrow(
    'chat_thin_1_0_0 needs emoji ^1.0.0, and the page does not provide it.',
  );
});

describe('a remote that an earlier version of the federation plugin built', () => {
  const versions = Object.keys(recorded);
  const cases = versions.flatMap((version) => pages.map(([, shell, runtime]) => ({ version, shell, runtime })));

  it.each(cases)('of $version with the $runtime runtime runs in a shell with the $shell runtime', async (recording) => {
    const { version, shell, runtime } = recording;
    built[`cart-${runtime}-${version}`] = recorded[version]?.[runtime] ?? {};
    const cart = { ...compose(`cart-${runtime}-${version}`, '1.0.0'), global: `cart_${runtime}_1_0_0` };
    const name = `shell-${shell}`;
    const page = openScriptPage({ ...serve(name), ...serve(cart.name) });
    await page.run(`/r/${name}/main.js`);
    const composition = { seq: 1, env: 'production', shell: compose(name, '1.0.0'), remotes: [cart] };
    const { routes } = await page.window.shell.createFederationHost(composition)(cart, { isRetry: false });
    const [{ screen: home }, { screen: form }] = await Promise.all([routes.home(), routes.form()]);
    expect(home.React.createElement).toBe(page.window.shell.React.createElement);
    expect(form.dialog.open).toBe((await page.window.shell.openDialog()).open);
  });

  it('is recorded for the lowest version of the tested range', () => {
    const [lowest = ''] = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    expect(getTestedFederationRuntimes()).toBe(`>=${lowest} <=${getFederationRuntimeVersion('full')}`);
  });
});

test.each(runtimes)('a shell of the %s runtime with a patch of React runs remotes of both patches', async (runtime) => {
  for (const name of [`shell-${runtime}`, `patched-${runtime}`]) {
    const page = await openShop(name, runtime);
    const [older, newer] = await Promise.all([page.load('cart', 'home'), page.load('newer', 'home')]);
    expect(older.React.useState).toBe(page.window.shell.React.useState);
    expect(newer.React.useState).toBe(page.window.shell.React.useState);
  }
});
