import path from 'node:path';
import type { Problem } from '@shop/releases/gates/gate';
import type { Release } from '@shop/releases/release/release';
import { findSystemBrowser } from '@shop/releases/smoke-test/find-chromium';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { type FakeBuildOptions, publishBuild } from '@shop/releases/testing/fake-build';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { createSmokeTest, type SmokeTestOptions } from '../smoke-test/run-smoke-test';

/*
 * The apps are small fakes. Process, gateway, browser and release store are real. Without a Chromium on PATH the tests that need it
 * are skipped; no test installs one.
 */
const executablePath = findSystemBrowser();
export const inBrowser = executablePath ? it : it.skip;
if (!executablePath) console.warn('No Chromium is on PATH: the smoke test in a browser is not tested.');

export const root = createTestFolder();
const folder = path.join(root, 'releases');
export const store = createFileSystemStore(folder);

export const createTestedSmokeTest = (options: Pick<SmokeTestOptions, 'timeoutMs'> = {}) =>
  createSmokeTest({ location: { kind: 'folder', folder }, findBrowser: () => executablePath, ...options });

/** Loads the remotes that own the path or fill a slot of it, each with its hash, and then shows a heading. */
const shellScript = `
const { remotes } = JSON.parse(document.getElementById('composition').textContent);
window.__FEDERATION__ = { __INSTANCES__: [{ name: 'shell', shareScopeMap: { default: {} } }] };
window.shopStarted = { at: Date.now() };
const native = window.fetch;
window.fetch = (...request) => native(...request);
const owner = remotes.find(({ paths }) => paths.some(({ pattern }) =>
  new RegExp('^' + pattern.replace(/:[a-z]+/g, '[^/]+') + '$').test(location.pathname)));
const load = ({ base, entry, global }) => new Promise((resolve) => {
  const script = document.createElement('script');
  script.onload = () => resolve(window[global]?.get('./routes').then((get) => get().routes?.home?.()));
  document.head.append(Object.assign(script, { src: base + entry.path, crossOrigin: 'anonymous', integrity: entry.integrity }));
});
const shown = owner ? [owner, ...remotes.filter(({ slots }) => slots?.length)] : [];
Promise.all(shown.map(load)).then(() => document.body.insertAdjacentHTML('beforeend', '<h1>Shop</h1>'));`;

/** Code of the Node bundle of a shell. @param more  Runs before each document. */
export const shellServer = (more = '') => `
exports.provided = { react: { version: '19' } };
exports.renderDocument = ({ composition, pathname, settings }) => {
  ${more}
  const { shell } = composition;
  const data = JSON.stringify(composition).replaceAll('<', '\\\\u003c');
  const entry = '<script defer crossorigin src="' + shell.base + shell.entry.path + '" integrity="' + shell.entry.integrity + '"></script>';
  const html = '<!doctype html><title>Shop</title><style>body{margin:0}</style><body><script type="application/json" id="composition">' + data + '</script>' + entry;
  return { status: 200, html, inlineScripts: [], apiOrigin: new URL(settings.apiBase).origin };
};`;

export const publishShell = (version = '1.0.0', server = shellServer()): Promise<Release> =>
  publishBuild(store, { app: 'shell', version, script: shellScript, server });

export interface FakeRemote extends Omit<FakeBuildOptions, 'app'> {
  /** Code of the entry, which runs when a page loads it. */
  onLoad?: string;
  /** Code of a screen that no page opens. */
  onScreen?: string;
  /** Code of the loaders of its routes in browsers. Default: one for each path. */
  routes?: string[];
}

let versions = 0;

/** Publishes a remote with one page, or with slots. Each call publishes another version. */
export function publishRemote(app: string, { onLoad = '', onScreen = '', routes, ...options }: FakeRemote = {}) {
  const version = `1.0.${++versions}`;
  const global = `${app}_${version}`.replace(/\W/g, '_');
  const paths = options.paths ?? (options.slots ? {} : { home: `/${app}` });
  const loaders = Object.keys(paths).map((id) => `${id}: async () => ({ screen: { Screen: () => null } })`);
  const slots = Object.keys(options.slots ?? {}).map(
    (name) => `'${name}': async () => ({ slot: { Slot: () => null } })`,
  );
  const browserRoutes = [...(routes ?? loaders), `other: async () => { ${onScreen} }`];
  const exposed = `{ routes: { ${browserRoutes.join(', ')} }, slots: { ${slots.join(', ')} } }`;
  const container = `{ init() {}, get: async () => () => (${exposed}) }`;
  return publishBuild(store, {
    app,
    version,
    paths,
    server: `exports.routes = { ${loaders.join(', ')} }; exports.slots = { ${slots.join(', ')} };`,
    script: `window.${global} = ${container}; window.chunks_${global} = []; ${onLoad}`,
    ...options,
  });
}

/** Runs the smoke test on remotes. @returns Its problems as texts, sorted. */
export async function testRemotes(shell: Release, apps: Record<string, FakeRemote>): Promise<string[]> {
  const remotes = await Promise.all(Object.entries(apps).map(([app, remote]) => publishRemote(app, remote)));
  return formatProblems(await createTestedSmokeTest()({ env: 'production', shell, remotes }));
}

export const formatProblems = (problems: readonly Problem[]): string[] =>
  problems.map(({ app, problem }) => `${app}: ${problem}`).sort();
