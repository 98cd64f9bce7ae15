import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createFileSystemStore } from '../store/file-system-store';
import type { ReleaseStore } from '../store/release-store';
import { publishBuild, writeFakeBuild } from '../testing/fake-build';
import { createTestFolder } from '../testing/test-resources';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { getReleasePrefix, releaseFile } from './release';

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

test('publish measures compressed files, and records the registered names and the contract of the build', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths, endpoints: ['catalogProduct'] });
  const release = await publish(store, { appRoot, commit: '' });
  const sent = await store.get(`${getReleasePrefix(release)}home.js.br`);
  expect(release.files['home.js']?.compressed).toBe(sent?.bytes.length);
  expect(release.files['node/server.cjs']).not.toHaveProperty('compressed');
  expect(release).toMatchObject({
    names: { endpoints: ['catalogProduct'], slices: [] },
    contractRequired: '^1.0.0',
  });
});

test('publish records the languages of the texts, and refuses English, a reserved path and what is not a language', async () => {
  const store = createStore();
  const texts = { hi: { Cart: 'कार्ट' } };
  const release = await publishBuild(store, { app: 'mf-catalog', paths, texts });
  expect(release.languages).toEqual(['hi']);
  expect(Object.keys(release.files)).toContain('texts/home.hi.json');
  for (const language of ['en', 'api', 'HI', '..', 'hi/x']) {
    await expect(publishBuild(store, { app: 'shell', texts: { [language]: {} } })).rejects.toThrow(/languages\.0/);
  }
});

test('publish records that a build has no Node bundle, and refuses a build that lacks its own', async () => {
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths, server: null });
  const release = await publish(createStore(), { appRoot, commit: '' });
  expect(release).not.toHaveProperty('server');
  expect(Object.keys(release.files).sort()).toEqual(['home.js', 'remote-entry.js']);
  const manifestFile = path.join(appRoot, 'dist/browser/build.json');
  const { isBrowserOnly: _, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify(manifest));
  await expect(publish(createStore(), { appRoot, commit: '' })).rejects.toThrow(/ENOENT.*server\.cjs/);
});

test('a build without registered names cannot be published', async () => {
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  const manifestFile = path.join(appRoot, 'dist/browser/build.json');
  const { names: _, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify(manifest));
  await expect(publish(createStore(), { appRoot, commit: '' })).rejects.toThrow(
    'the build of mf-catalog does not list the names that it registers: build it with `release publish`',
  );
});

test('publishing the same bytes again changes nothing, and the same version with other bytes is an error', async () => {
  const store = createStore();
  const first = await publishBuild(store, { app: 'mf-catalog', paths });
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  expect(await publish(store, { appRoot, commit: 'other', pipeline: '812' })).toEqual(first);
  await expect(publish(store, { appRoot, commit: '', app: 'mf-catalog', version: '1.1.0' })).rejects.toThrow(
    `${appRoot} contains mf-catalog 1.0.0, not 1.1.0: another process has built it in the meantime, so publish it again.`,
  );
  const otherBuild = writeFakeBuild({ app: 'mf-catalog', paths, content: 'two' });
  await expect(publish(store, { appRoot: otherBuild, commit: '' })).rejects.toThrow(
    /mf-catalog@1\.0\.0 was published, or begun, with other bytes before .*choose another version/,
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

test.each([
  ['bytes', { content: 'two' }],
  ['paths', { paths: { home: '/moved' } }],
])('of two concurrent publishers of one version with other %s, one gets an error', async (_what, difference) => {
  const store = createStore();
  const builds = [{}, difference].map((options) => writeFakeBuild({ app: 'mf-catalog', paths, ...options }));
  const outcomes = await Promise.allSettled(builds.map((appRoot) => publish(store, { appRoot, commit: '' })));
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

test('publishing from a folder of another app is an error, and writes nothing', async () => {
  const store = createStore();
  const appRoot = writeFakeBuild({ app: 'mf-cart', paths });
  await expect(publish(store, { appRoot, commit: '', app: 'mf-catalog' })).rejects.toThrow(
    `${appRoot} contains mf-cart, not mf-catalog.`,
  );
  expect(await store.list('r/')).toEqual([]);
  expect(await store.list('v/')).toEqual([]);
});
