import type { Release } from '@shop/releases/release/release';
import { createSmokeTestGate } from '@shop/releases/smoke-test/smoke-test.gate';
import {
  createTestedSmokeTest,
  type FakeRemote,
  formatProblems,
  inBrowser,
  publishRemote,
  publishShell,
  store,
  testRemotes,
} from '../testing/smoke-tested-shop';

jest.setTimeout(120_000);

let shell: Release;
beforeAll(async () => {
  shell = await publishShell();
});

const open = (apps: Record<string, FakeRemote>) => testRemotes(shell, apps);

inBrowser('names the app that leaves globals in the page, and accepts those of its build', async () => {
  expect(
    await open({
      'mf-clean': { onLoad: 'const local = 1;' },
      'mf-plain': { onLoad: 'window.__GLOBAL_LOADING_REMOTE_ENTRY__ = {}; window.webpackChunk1f = [];' },
      'mf-vite': { onLoad: 'window.__mf_1f2a3b4c5d6e__ = {}; window["__mf_1f2a__virtual:mf:a"] = {};' },
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
  const before = await publishRemote('mf-victim');
  const onLoad = 'const wait = () => (window.isLeaked ? [1].at(0) : setTimeout(wait, 5)); wait();';
  const victim = await publishRemote('mf-victim', { onLoad });
  const leak = await publishRemote('mf-leak', {
    slots: { 'product.below': { order: 0 } },
    onLoad: 'Array.prototype.at = null; window.isLeaked = true;',
  });
  const remotes = [victim, leak];
  const problems = await createSmokeTestGate('production', createTestedSmokeTest()).check({
    store,
    shell,
    remotes,
    live: [shell, before],
    acceptForced: async (_gate, problems) => [...problems],
    composition: { shell, remotes },
    liveComposition: { shell, remotes: [before] },
  });
  expect(formatProblems(problems)).toEqual([
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
