import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Problem } from '../gates/gate';
import type { PinnedComposition } from '../state/composition';
import { resolveComposition } from '../state/resolve-composition';
import { createFileSystemStore } from '../store/file-system-store';
import { type FakeBuildOptions, publishBuild } from '../testing/fake-build';
import { createTestFolder } from '../testing/test-resources';
import { runBrowserSmokeTest } from './browser-smoke-test';
import { findSystemBrowser } from './find-chromium';
import { createSmokeTestGate } from './smoke-test.gate';

/*
 * The apps and their server are small fakes. Browser and release store are real. Without a Chromium on PATH the tests are
 * skipped; no test installs one.
 */
jest.setTimeout(120_000);
const executablePath = findSystemBrowser();
const inBrowser = executablePath ? it : it.skip;
if (!executablePath) console.warn('No Chromium is on PATH: what remotes do to a page is not tested.');

const root = createTestFolder();
const store = createFileSystemStore(path.join(root, 'releases'));

/** Loads the remotes that own the path or fill a slot of it, and then shows a heading. */
const shellScript = `
const { remotes } = JSON.parse(document.getElementById('composition').textContent);
window.__FEDERATION__ = { __INSTANCES__: [{ name: 'shell', shareScopeMap: { default: {} } }] };
window.shopStarted = { at: Date.now() };
const native = window.fetch;
window.fetch = (...request) => native(...request);
const owner = remotes.find(({ paths }) => paths.some(({ pattern }) => pattern === location.pathname));
const load = ({ base, entry, global }) => new Promise((resolve) => {
  const script = document.createElement('script');
  script.onload = () => resolve(window[global]?.get('./routes').then((get) => get().routes?.home?.()));
  document.head.append(Object.assign(script, { src: base + entry.path }));
});
const shown = owner ? [owner, ...remotes.filter(({ slots }) => slots?.length)] : [];
Promise.all(shown.map(load)).then(() => document.body.insertAdjacentHTML('beforeend', '<h1>Shop</h1>'));`;

/** Opens a composition in Chromium, from a server of its documents and files. */
async function openInBrowser(candidate: Pick<PinnedComposition, 'shell' | 'remotes'>): Promise<Problem[]> {
  const { composition } = await resolveComposition(store, { schema: 1, env: 'production', seq: 1, ...candidate });
  const data = JSON.stringify(composition).replaceAll('<', '\\u003c');
  const script = `<script defer src="${composition.shell.base}${composition.shell.entry.path}"></script>`;
  const html = `<!doctype html><title>Shop</title><style>body{margin:0}</style><body><script type="application/json" id="composition">${data}</script>${script}`;
  const server = createServer(async ({ url = '/' }, response) => {
    const file = url.startsWith('/r/') ? await store.get(url.slice(1)) : null;
    response.writeHead(200, { 'content-type': file ? 'text/javascript' : 'text/html' }).end(file?.bytes ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await runBrowserSmokeTest(composition, `http://127.0.0.1:${port}`, { executablePath });
  } finally {
    server.close();
  }
}

let versions = 0;
const publishApp = async (options: FakeBuildOptions) =>
  publishBuild(store, { version: `1.0.${++versions}`, ...options });

interface FakeRemote extends Omit<FakeBuildOptions, 'app'> {
  /** Code of the entry, which runs when the page loads it. */
  onLoad?: string;
  /** Code of a screen that the page does not open. */
  onScreen?: string;
}

const publishRemote = (app: string, { onLoad = '', onScreen = '', ...options }: FakeRemote) => {
  const version = `1.0.${++versions}`;
  const global = `${app}_${version}`.replace(/\W/g, '_');
  const container = `{ init() {}, get: async () => () => ({ routes: { home: async () => {}, other: async () => { ${onScreen} } } }) }`;
  const script = `window.${global} = ${container}; window.chunks_${global} = []; ${onLoad}`;
  const hasSlots = options.slots !== undefined;
  return publishApp({ app, version, ...(!hasSlots && { paths: { home: `/${app}` } }), script, ...options });
};

/** Runs the browser smoke test on a shop with remotes. */
async function open(apps: Record<string, FakeRemote>): Promise<string[]> {
  const shell = await publishApp({ app: 'shell', script: shellScript });
  const remotes = await Promise.all(Object.entries(apps).map(([app, remote]) => publishRemote(app, remote)));
  const found = await openInBrowser({ shell, remotes });
  return found.map(({ app, problem }) => `${app}: ${problem}`).sort();
}

inBrowser('names the app that leaves globals in the page, and accepts those of its build', async () => {
  expect(
    await open({
      'mf-clean': { onLoad: 'const local = 1;' },
      'mf-leak': { onLoad: 'window.tracker = {}; window[Symbol.for("cart")] = 1; window.onerror = () => {};' },
      'mf-late': { onScreen: 'window.late = 1;' },
    }),
  ).toEqual([
    'mf-late: its code leaves window.late (new) in the page /mf-late, where every app finds it',
    'mf-leak: its code leaves window.onerror (changed) and window.tracker (new) and window.Symbol(cart) (new) in the page /mf-leak, where every app finds it',
  ]);
});

inBrowser('names the app that changes built-in prototypes, statics and functions', async () => {
  const patches = {
    'mf-array': 'Array.prototype.last = function () { return this.at(-1); };',
    'mf-map':
      'const { map } = Array.prototype; Array.prototype.map = function (...all) { return map.apply(this, all); };',
    'mf-history': 'const push = history.pushState; history.pushState = (...all) => push.apply(history, all);',
    'mf-json': 'JSON.stringify = new Proxy(JSON.stringify, {}); delete Object.groupBy;',
    'mf-element': 'Element.prototype.remove = Node.prototype.normalize; EventTarget.prototype.on = 1;',
    'mf-console': 'console.debug = console.debug.bind(console); Object.freeze(CSSPageRule.prototype);',
    'mf-storage': 'Object.defineProperty(Storage.prototype, "length", { get: () => 0 });',
  };
  const apps = Object.entries(patches).map(([app, onLoad]) => [app, { onLoad }] as const);
  const found = await open(Object.fromEntries(apps));
  const summaries = found.map((line) => line.replace(/its code leaves (.*) in the page .*/, '$1'));
  expect(summaries).toEqual([
    'mf-array: Array.prototype.last (new)',
    'mf-console: console.debug (changed) and CSSPageRule.prototype.selectorText (changed) and CSSPageRule.prototype.style (changed) and CSSPageRule.prototype.constructor (changed) and CSSPageRule.prototype.Symbol(Symbol.toStringTag) (changed)',
    'mf-element: EventTarget.prototype.on (new) and Element.prototype.remove (changed)',
    'mf-history: history.pushState (new)',
    'mf-json: Object.groupBy (removed) and JSON.stringify (changed)',
    'mf-map: Array.prototype.map (changed)',
    'mf-storage: Storage.prototype.length (changed)',
  ]);
});

inBrowser('tells the fetch of a remote from that of the shell', async () => {
  const onLoad = 'const inner = window.fetch; window.fetch = (...all) => inner(...all).finally(() => {});';
  expect(await open({ 'mf-clean': {}, 'mf-fetch': { onLoad } })).toEqual([
    'mf-fetch: its code leaves window.fetch (changed) in the page /mf-fetch, where every app finds it',
  ]);
});

inBrowser('names the remote that fills a slot, and not the owner of the page', async () => {
  const slots = { 'product.below': { order: 1 } };
  expect(await open({ 'mf-owner': {}, 'mf-filler': { slots, onLoad: 'window.widget = 1;' } })).toEqual([
    'mf-filler: its code leaves window.widget (new) in the page /login, where every app finds it',
  ]);
});

inBrowser('names the app that breaks the page of another app, among several that change', async () => {
  const shell = await publishApp({ app: 'shell', script: shellScript });
  const before = await publishRemote('mf-victim', {});
  const onLoad = 'const wait = () => (window.isLeaked ? [1].at(0) : setTimeout(wait, 5)); wait();';
  const victim = await publishRemote('mf-victim', { onLoad });
  const leak = await publishRemote('mf-leak', {
    slots: { 'product.below': { order: 0 } },
    onLoad: 'Array.prototype.at = null; window.isLeaked = true;',
  });
  const remotes = [victim, leak];
  const problems = await createSmokeTestGate('production', openInBrowser).check({
    ...{ store, shell, remotes, live: [shell, before] },
    composition: { shell, remotes },
    liveComposition: { shell, remotes: [before] },
  });
  expect(problems.map(({ app, problem }) => `${app}: ${problem}`).sort()).toEqual([
    `mf-leak: its code leaves window.isLeaked (new) and Array.prototype.at (changed) in the page /login, where every app finds it; it fails only with mf-leak ${leak.version}`,
    `mf-victim: /mf-victim throws: [1].at is not a function; it fails only with mf-victim ${victim.version} and mf-leak ${leak.version} together`,
  ]);
});

inBrowser('finds styles for other apps that a script adds, and accepts those for classes of its own', async () => {
  const add = (css: string, emotion = '') =>
    `{ const style = document.createElement('style'); style.textContent = ${JSON.stringify(css)}; ${emotion && `style.dataset.emotion = '${emotion}';`} document.head.append(style); }`;
  const adopted =
    'const sheet = new CSSStyleSheet(); sheet.replaceSync("@layer x{h1{color:red}}"); document.adoptedStyleSheets = [sheet];';
  const found = await open({
    'mf-own': { onLoad: add('.row_mf-own_1 p{top:0}') },
    'mf-emotion': { onLoad: add('.css-1x2 b{top:0}@keyframes animation-1x2{to{top:0}}', 'css') },
    'mf-global': { onLoad: add('body{font-size:99px}', 'css-global') },
    'mf-element': { onLoad: add('.price{display:none}@font-face{font-family:Figtree;src:url(a.woff2)}') },
    'mf-adopted': { onLoad: adopted },
    'mf-inserted': { onLoad: 'document.styleSheets[0].insertRule("a{color:red}");' },
  });
  expect(found).toEqual([
    'mf-adopted: a script on /mf-adopted styles elements of other apps with h1',
    'mf-element: a script on /mf-element defines @font-face Figtree for the page',
    'mf-element: a script on /mf-element styles elements of other apps with .price',
    'mf-global: a script on /mf-global styles elements of other apps with body',
    'mf-inserted: a script on /mf-inserted styles elements of other apps with a',
  ]);
});
