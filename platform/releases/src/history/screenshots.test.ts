import { publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import {
  compareScreenshots,
  getPictureKey,
  hasScreenshots,
  readPicture,
  removeUnusedScreenshots,
  writeScreenshots,
} from './screenshots';

const shell = { app: 'shell', version: '1.0.0', digest: '0123456789ab' };
const [first, second] = ['1.0.0', '1.1.0'].map((version) => {
  return { shell, remotes: [{ app: 'mf-a', version, digest: 'aaaaaaaaaaaa' }] };
}) as [{ shell: typeof shell; remotes: (typeof shell)[] }, { shell: typeof shell; remotes: (typeof shell)[] }];

const picture = (app: string, screen: string, text: string) => ({ app, screen, bytes: Buffer.from(text) });

/** A store with the screenshots of both compositions: /a differs, /login is the same, and /new is new. */
async function createStore() {
  const objects = new Map<string, Uint8Array>();
  const store = createMemoryStore(objects);
  await writeScreenshots(store, first, [picture('mf-a', '/a', 'old'), picture('shell', '/login', 'login')]);
  await writeScreenshots(store, second, [
    ...[picture('mf-a', '/a', 'new'), picture('mf-a', '/new', 'other'), picture('shell', '/login', 'login')],
  ]);
  return { store, objects };
}

test('finds the screens that differ, and counts those that look the same', async () => {
  const { store } = await createStore();
  const comparison = await compareScreenshots(store, first, second);
  expect(comparison).toEqual({
    changed: [
      { app: 'mf-a', screen: '/a', before: expect.any(String), after: expect.any(String) },
      { app: 'mf-a', screen: '/new', before: null, after: expect.any(String) },
    ],
    same: 1,
  });
  const bytes = await readPicture(store, comparison?.changed[0]?.before ?? '');
  expect(Buffer.from(bytes ?? []).toString()).toBe('old');
});

test('a composition has the same screenshots in every environment, and keeps its first ones', async () => {
  const { store, objects } = await createStore();
  expect(await hasScreenshots(store, { shell: { ...shell }, remotes: [...second.remotes] })).toBe(true);
  const before = new Map(objects);
  await writeScreenshots(store, second, [picture('mf-a', '/a', 'new')]);
  expect(objects).toEqual(before);
});

test('compares nothing when one composition was not photographed', async () => {
  const { store } = await createStore();
  const remotes = [{ app: 'mf-a', version: '9.0.0', digest: 'aaaaaaaaaaaa' }];
  expect(await compareScreenshots(store, first, { shell, remotes })).toBeNull();
});

test('does not show a picture whose bytes were changed in the store', async () => {
  const { store, objects } = await createStore();
  const comparison = await compareScreenshots(store, first, second);
  const after = comparison?.changed[0]?.after ?? '';
  objects.set(getPictureKey(after), Buffer.from('another picture'));
  expect(await readPicture(store, after)).toBeNull();
  expect(await readPicture(store, 'f'.repeat(64))).toBeNull();
});

test('screenshots are removed with a release of their composition, except pictures that others use', async () => {
  const { store, objects } = await createStore();
  const release = await publishBuild(store, { app: 'mf-b' });
  await removeUnusedScreenshots(store, new Set(['r/shell/1.0.0-0123456789ab/', 'r/mf-a/1.1.0-aaaaaaaaaaaa/']));
  expect(await hasScreenshots(store, first)).toBe(false);
  expect(await hasScreenshots(store, second)).toBe(true);
  const texts = [...objects]
    .filter(([key]) => key.startsWith('screenshots/pictures/'))
    .map(([, bytes]) => Buffer.from(bytes).toString());
  expect(texts.sort()).toEqual(['login', 'new', 'other']);
  expect(await store.get(`r/mf-b/1.0.0-${release.digest}/release.json`)).not.toBeNull();
});
