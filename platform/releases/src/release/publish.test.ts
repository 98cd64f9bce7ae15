import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createFileSystemStore } from '../store/file-system-store';
import type { ReleaseStore } from '../store/release-store';
import { publishBuild, writeFakeBuild } from '../testing/fake-build';
import { createTestFolder } from '../testing/test-resources';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { getReleasePrefix, parseRelease, releaseFile } from './release';

const root = createTestFolder();
let count = 0;
const createStore = () => createFileSystemStore(path.join(root, String(++count)));
const paths = { home: '/' };

test('publish stores every file with its size and hash, and text files in brotli too, without source maps and manifest', async () => {
  const store = createStore();
  const release = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-catalog', paths }), commit: 'abc' });
  expect(Object.keys(release.files).sort()).toEqual(['home.js', 'node/server.cjs', 'remote-entry.js']);
  expect(release).toMatchObject({
    app: 'mf-catalog',
    version: '1.0.0',
    commit: 'abc',
    paths: { home: { pattern: '/' } },
  });
  const compressed = await store.get(`${getReleasePrefix(release)}home.js.br`);
  expect(brotliDecompressSync(compressed?.bytes ?? Buffer.from('')).toString()).toBe('/* home one */');
});

test('publish records the query parameters of a path, and nothing for a path without them', async () => {
  const build = {
    app: 'mf-catalog',
    paths: { home: '/', list: '/list', old: '/old' },
    queries: { home: [], list: ['page'] },
  };
  const { paths: published } = await publish(createStore(), { appRoot: writeFakeBuild(build), commit: '' });
  expect(Object.values(published).map(({ query }) => query)).toEqual([[], ['page'], undefined]);
});

test('publish measures the first load of each path, and records the registered names and the contract of the build', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths, endpoints: ['catalogProduct'] });
  const release = await publish(store, { appRoot, commit: '' });
  const sent = async (file: string) => (await store.get(`${getReleasePrefix(release)}${file}.br`))?.bytes.length;
  const [entry, home] = await Promise.all([sent('remote-entry.js'), sent('home.js')]);
  expect(release.files['home.js']?.compressed).toBe(home);
  expect(release.files['node/server.cjs']).not.toHaveProperty('compressed');
  expect(release.paths.home?.firstLoad).toBe(Number(entry) + Number(home));
  expect(release).toMatchObject({
    names: { endpoints: ['catalogProduct'], slices: [] },
    contractRequired: '^1.0.0',
  });
});

test('a remote with style sheets cannot be published when its class names do not contain the app', async () => {
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths, styleSheets: { 'home.css': '.row_V2c{top:0}' } });
  const manifest = path.join(appRoot, 'dist/browser/build.json');
  const { styleScope: _, ...old } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify(old));
  await expect(publish(createStore(), { appRoot, commit: '' })).rejects.toThrow(
    'The class names in the style sheets of mf-catalog do not contain its name: build it with @shop/federation 4.2.0 or later.',
  );
});

test('a release without registered names can be read, and a build without them cannot be published', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  const release = await publish(store, { appRoot, commit: '' });
  const { names: _, contractRequired: __, ...before } = release;
  expect(parseRelease(Buffer.from(JSON.stringify(before)), 'release.json')).toMatchObject({ app: 'mf-catalog' });
  const manifestFile = path.join(appRoot, 'dist/browser/build.json');
  const { names: ___, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify(manifest));
  await expect(publish(createStore(), { appRoot, commit: '' })).rejects.toThrow(
    'the build of mf-catalog does not list the names that it registers: build it with `release publish`',
  );
});

test('publishing the same bytes again changes nothing, and the same version with other bytes is an error', async () => {
  const store = createStore();
  const first = await publishBuild(store, { app: 'mf-catalog', paths });
  const again = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-catalog', paths }), commit: 'other' });
  expect(again.digest).toBe(first.digest);
  const otherBuild = writeFakeBuild({ app: 'mf-catalog', paths, content: 'two' });
  await expect(publish(store, { appRoot: otherBuild, commit: '' })).rejects.toThrow(
    /mf-catalog@1\.0\.0 is already published with other bytes .*choose another version/,
  );
  expect(await listReleases(store, 'mf-catalog')).toHaveLength(1);
});

test('publishing the same version and bytes with another path is an error, and the release stays as it was', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  const first = await publish(store, { appRoot, commit: '' });
  const moved = writeFakeBuild({ app: 'mf-catalog', paths: { home: '/moved' } });
  await expect(publish(store, { appRoot: moved, commit: '' })).rejects.toThrow(
    'mf-catalog@1.0.0 is already published with other paths: choose another version',
  );
  expect(await publish(store, { appRoot, commit: 'other' })).toEqual(first);
});

/** Wraps a store so that all its users list the published releases before any of them continues. */
function synchronizeListing(store: ReleaseStore, users: number): ReleaseStore {
  let waiting = users;
  let open = () => {};
  const allListed = new Promise<void>((resolve) => (open = resolve));
  const list: ReleaseStore['list'] = async (prefix) => {
    const keys = await store.list(prefix);
    if (--waiting === 0) open();
    await allListed;
    return keys;
  };
  return { ...store, list };
}

test.each([
  ['bytes', { content: 'two' }],
  ['paths', { paths: { home: '/moved' } }],
])('of two concurrent publishers of one version with other %s, one gets an error', async (_what, difference) => {
  const store = createStore();
  const builds = [{}, difference].map((options) => writeFakeBuild({ app: 'mf-catalog', paths, ...options }));
  const together = synchronizeListing(store, 2);
  const outcomes = await Promise.allSettled(builds.map((appRoot) => publish(together, { appRoot, commit: '' })));
  const [published, ...others] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(others).toEqual([]);
  expect(await listReleases(store, 'mf-catalog')).toEqual([
    { app: 'mf-catalog', version: '1.0.0', digest: published?.digest },
  ]);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(String(rejected?.reason)).toMatch(/mf-catalog@1\.0\.0 .*with other .*: choose another version/);
});

test('a version that an interrupted publisher reserved can be finished with the same bytes, and with no others', async () => {
  const store = createStore();
  const [build, otherBuild] = ['one', 'two'].map((content) => writeFakeBuild({ app: 'mf-catalog', paths, content }));
  const crashing: ReleaseStore = {
    ...store,
    putIfAbsent: async (key, bytes) => {
      if (key.startsWith('r/')) throw new Error('killed before the first file');
      return store.putIfAbsent(key, bytes);
    },
  };
  await expect(publish(crashing, { appRoot: build ?? '', commit: '' })).rejects.toThrow('killed');
  await expect(publish(store, { appRoot: otherBuild ?? '', commit: '' })).rejects.toThrow(
    /mf-catalog@1\.0\.0 was published, or begun, with other bytes before .*: choose another version/,
  );
  expect(await listReleases(store, 'mf-catalog')).toEqual([]);
  await publish(store, { appRoot: build ?? '', commit: '' });
  expect(await listReleases(store, 'mf-catalog')).toHaveLength(1);
});

test('a removed release that is published again gets the release.json that compositions pin', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  const key = getReleasePrefix(await publish(store, { appRoot, commit: 'c0ffee1' })) + releaseFile;
  const first = String((await store.get(key))?.bytes);
  for (const removed of await store.list('r/')) await store.remove(removed);
  expect(await publish(store, { appRoot, commit: 'decade2' })).toMatchObject({ commit: 'c0ffee1' });
  expect(String((await store.get(key))?.bytes)).toBe(first);
  for (const removed of await store.list('r/')) await store.remove(removed);
  const moved = writeFakeBuild({ app: 'mf-catalog', paths: { home: '/moved' } });
  await expect(publish(store, { appRoot: moved, commit: '' })).rejects.toThrow(
    'mf-catalog@1.0.0 is already published with other paths: choose another version',
  );
});

test('a version without a reservation cannot be published with other bytes', async () => {
  const store = createStore();
  await publishBuild(store, { app: 'mf-catalog', paths });
  await store.remove('v/mf-catalog/1.0.0.json');
  const otherBuild = writeFakeBuild({ app: 'mf-catalog', paths, content: 'two' });
  await expect(publish(store, { appRoot: otherBuild, commit: '' })).rejects.toThrow(
    'is already published with other bytes',
  );
});

test('publishing from a folder of another app is an error, and writes nothing', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-cart', paths });
  await expect(publish(store, { appRoot, commit: '', app: 'mf-catalog' })).rejects.toThrow(
    `${appRoot} contains mf-cart, not mf-catalog.`,
  );
  expect(await store.list('r/')).toEqual([]);
  expect(await store.list('v/')).toEqual([]);
});

test('publishing from a folder without a build is an error that says what to do', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'empty-'));
  await expect(publish(createStore(), { appRoot: empty, commit: '' })).rejects.toThrow(
    `${empty} has no build: run its build first`,
  );
});
