import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createFileSystemStore } from '../store/file-system-store';
import type { ReleaseStore } from '../store/release-store';
import { writeFakeBuild } from '../testing/fake-build';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { getReleasePrefix, parseRelease, releaseFile } from './release';

const root = mkdtempSync(path.join(tmpdir(), 'publish-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const freshStore = () => createFileSystemStore(path.join(root, String(++count)));
const paths = { home: '/' };

test('stores every file with its size and hash, text compressed as well, maps and manifest left out', async () => {
  const store = freshStore();
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

test('measures what a first load takes, and keeps what the build says of its names and its contract', async () => {
  const store = freshStore();
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

test('a release from before these were on record can still be read; a build that does not tell is refused', async () => {
  const store = freshStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  const release = await publish(store, { appRoot, commit: '' });
  const { names: _, contractRequired: __, ...before } = release;
  expect(parseRelease(Buffer.from(JSON.stringify(before)), 'release.json')).toMatchObject({ app: 'mf-catalog' });
  const manifestFile = path.join(appRoot, 'dist/browser/build.json');
  const { names: ___, ...manifest } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify(manifest));
  await expect(publish(freshStore(), { appRoot, commit: '' })).rejects.toThrow(
    'the build of mf-catalog does not tell which names it registers: build it with `release publish`',
  );
});

test('publishing the same bytes again changes nothing; the same version with other bytes is refused', async () => {
  const store = freshStore();
  const first = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-catalog', paths }), commit: '' });
  const again = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-catalog', paths }), commit: 'other' });
  expect(again.digest).toBe(first.digest);
  const other = writeFakeBuild({ app: 'mf-catalog', paths, content: 'two' });
  await expect(publish(store, { appRoot: other, commit: '' })).rejects.toThrow(
    /mf-catalog@1\.0\.0 is already published with other bytes .*choose another version/,
  );
  expect(await listReleases(store, 'mf-catalog')).toHaveLength(1);
});

test('the same version with the same bytes and another path is refused, and what there is stays', async () => {
  const store = freshStore();
  const one = writeFakeBuild({ app: 'mf-catalog', paths });
  const first = await publish(store, { appRoot: one, commit: '' });
  const moved = writeFakeBuild({ app: 'mf-catalog', paths: { home: '/moved' } });
  await expect(publish(store, { appRoot: moved, commit: '' })).rejects.toThrow(
    'mf-catalog@1.0.0 is already published with other paths: choose another version',
  );
  expect(await publish(store, { appRoot: one, commit: 'other' })).toEqual(first);
});

/** A store whose users all look at what is published before any of them goes on. */
function lookTogether(store: ReleaseStore, users: number): ReleaseStore {
  let waiting = users;
  let open = () => {};
  const everybodyLooked = new Promise<void>((resolve) => (open = resolve));
  const list: ReleaseStore['list'] = async (prefix) => {
    const keys = await store.list(prefix);
    if (--waiting === 0) open();
    await everybodyLooked;
    return keys;
  };
  return { ...store, list };
}

test.each([
  ['bytes', { content: 'two' }],
  ['paths', { paths: { home: '/moved' } }],
])('of two who publish one version with other %s at once, one is refused', async (_what, difference) => {
  const store = freshStore();
  const builds = [{}, difference].map((one) => writeFakeBuild({ app: 'mf-catalog', paths, ...one }));
  const together = lookTogether(store, 2);
  const outcomes = await Promise.allSettled(builds.map((appRoot) => publish(together, { appRoot, commit: '' })));
  const [kept, ...others] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(others).toEqual([]);
  expect(await listReleases(store, 'mf-catalog')).toEqual([
    { app: 'mf-catalog', version: '1.0.0', digest: kept?.digest },
  ]);
  const refused = outcomes.find((one) => one.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/mf-catalog@1\.0\.0 .*with other .*: choose another version/);
});

test('a version that somebody began stays theirs: with the same bytes it is finished, with others refused', async () => {
  const store = freshStore();
  const [mine, other] = ['one', 'two'].map((content) => writeFakeBuild({ app: 'mf-catalog', paths, content }));
  const dying: ReleaseStore = {
    ...store,
    putIfAbsent: async (key, bytes) => {
      if (key.startsWith('r/')) throw new Error('killed before the first file');
      return store.putIfAbsent(key, bytes);
    },
  };
  await expect(publish(dying, { appRoot: mine ?? '', commit: '' })).rejects.toThrow('killed');
  await expect(publish(store, { appRoot: other ?? '', commit: '' })).rejects.toThrow(
    /mf-catalog@1\.0\.0 was published, or begun, with other bytes before .*: choose another version/,
  );
  expect(await listReleases(store, 'mf-catalog')).toEqual([]);
  await publish(store, { appRoot: mine ?? '', commit: '' });
  expect(await listReleases(store, 'mf-catalog')).toHaveLength(1);
});

test('a version that was removed comes back with the description that compositions have pinned', async () => {
  const store = freshStore();
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

test('a version from before there were claims is protected as well', async () => {
  const store = freshStore();
  await publish(store, { appRoot: writeFakeBuild({ app: 'mf-catalog', paths }), commit: '' });
  await store.remove('v/mf-catalog/1.0.0.json');
  const other = writeFakeBuild({ app: 'mf-catalog', paths, content: 'two' });
  await expect(publish(store, { appRoot: other, commit: '' })).rejects.toThrow('is already published with other bytes');
});

test('a folder that holds another app is refused before anything is uploaded', async () => {
  const store = freshStore();
  const appRoot = writeFakeBuild({ app: 'mf-cart', paths });
  await expect(publish(store, { appRoot, commit: '', app: 'mf-catalog' })).rejects.toThrow(
    `${appRoot} holds mf-cart, not mf-catalog.`,
  );
  expect(await store.list('r/')).toEqual([]);
  expect(await store.list('v/')).toEqual([]);
});

test('a publish that dies before its mark leaves no release, and can be run again', async () => {
  const store = freshStore();
  const appRoot = writeFakeBuild({ app: 'mf-catalog', paths });
  let writes = 0;
  const dying: ReleaseStore = {
    ...store,
    putIfAbsent: async (key, bytes) => {
      if (++writes > 2) throw new Error('killed');
      return store.putIfAbsent(key, bytes);
    },
  };
  await expect(publish(dying, { appRoot, commit: '' })).rejects.toThrow('killed');
  expect(await listReleases(store, 'mf-catalog')).toEqual([]);
  await publish(store, { appRoot, commit: '' });
  expect(await listReleases(store, 'mf-catalog')).toHaveLength(1);
});

test('a folder without a build is refused with a sentence', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'empty-'));
  await expect(publish(freshStore(), { appRoot: empty, commit: '' })).rejects.toThrow(
    `${empty} has no build: run its build first`,
  );
});
