import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publish } from '../release/publish';
import { createFileSystemStore } from '../store/file-system-store';
import { writeFakeBuild } from '../testing/fake-build';
import { promote, readHead, readSet } from './environment';
import { resolveComposition } from './resolve-composition';

const root = mkdtempSync(path.join(tmpdir(), 'environment-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;
const freshStore = () => createFileSystemStore(path.join(root, String(++count)));
const publishFake = (store: ReturnType<typeof freshStore>, app: string, version = '1.0.0') => {
  const paths: Record<string, string> = app === 'shell' ? {} : { home: `/${app}` };
  return publish(store, { appRoot: writeFakeBuild({ app, version, content: version, paths }), commit: '' });
};

test('a promotion replaces its apps and keeps the others; the same one again changes nothing', async () => {
  const store = freshStore();
  const [shell, one, two] = await Promise.all([
    publishFake(store, 'shell'),
    publishFake(store, 'mf-a'),
    publishFake(store, 'mf-a', '2.0.0'),
  ]);
  await promote(store, 'production', [shell, one]);
  const second = await promote(store, 'production', [two]);
  expect(second).toMatchObject({ seq: 2, shell: { version: '1.0.0' }, remotes: [{ app: 'mf-a', version: '2.0.0' }] });
  expect(await promote(store, 'production', [two])).toEqual(second);
  const head = await readHead(store, 'production');
  expect(await readSet(store, head?.head.set ?? '')).toEqual(second);
});

test('nothing can be live without a shell', async () => {
  const store = freshStore();
  await expect(promote(store, 'production', [await publishFake(store, 'mf-a')])).rejects.toThrow('promote shell first');
});

test('racing promotions of different apps lose no update', async () => {
  const store = freshStore();
  await promote(store, 'production', [await publishFake(store, 'shell')]);
  const apps = Array.from({ length: 8 }, (_, at) => `mf-${at}`);
  const releases = await Promise.all(apps.map((app) => publishFake(store, app)));
  await Promise.all(releases.map((release) => promote(store, 'production', [release])));
  const head = await readHead(store, 'production');
  const live = await readSet(store, head?.head.set ?? '');
  expect(live.remotes.map(({ app }) => app)).toEqual(apps);
  expect(live.seq).toBe(9);
});

test('a resolved composition carries entries, hashes, paths and preloads', async () => {
  const store = freshStore();
  const [shell, remote] = await Promise.all([publishFake(store, 'shell'), publishFake(store, 'mf-a')]);
  const { composition } = await resolveComposition(store, await promote(store, 'production', [shell, remote]));
  expect(composition.shell.base).toBe(`/r/shell/1.0.0-${shell.digest}/`);
  expect(composition.remotes[0]).toMatchObject({
    global: 'mf_a_1_0_0',
    entry: { path: 'remote-entry.js', integrity: remote.files['remote-entry.js']?.integrity },
    paths: [{ id: 'home', pattern: '/mf-a', preloads: [{ url: `/r/mf-a/1.0.0-${remote.digest}/home.js` }] }],
  });
});

test('a composition whose release is missing cannot be resolved', async () => {
  const store = freshStore();
  const shell = await publishFake(store, 'shell');
  const set = await promote(store, 'production', [shell, { app: 'mf-gone', version: '9.9.9', digest: '0123456789ab' }]);
  await expect(resolveComposition(store, set)).rejects.toThrow(
    'mf-gone@9.9.9 (0123456789ab) is not in the release store',
  );
});
