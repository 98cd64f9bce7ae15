import { getReleasePrefix } from '../release/release';
import { publishBuild } from '../testing/fake-build';
import { createEmptyShop, createShopWithTwoVersions, promoteFake, publishFake, readLive } from '../testing/test-shop';
import { resolveComposition } from './resolve-composition';

test('a resolved composition contains entries, hashes, paths and preloads', async () => {
  const environment = createEmptyShop();
  const { store } = environment;
  const [shell, remote] = await Promise.all([publishFake(store, 'shell'), publishFake(store, 'mf-a')]);
  const { composition } = await resolveComposition(store, (await promoteFake(environment, [shell, remote])).live);
  expect(composition.shell.base).toBe(`/r/shell/1.0.0-${shell.digest}/`);
  expect(composition.remotes[0]).toMatchObject({
    global: 'mf_a_1_0_0',
    entry: { path: 'remote-entry.js', integrity: remote.files['remote-entry.js']?.integrity },
    paths: [{ id: 'home', pattern: '/mf-a', preloads: [{ url: `/r/mf-a/1.0.0-${remote.digest}/home.js` }] }],
  });
});

test('a resolved composition contains the languages of each app and of its previous version', async () => {
  const environment = createEmptyShop();
  const { store } = environment;
  const texts = { hi: { Cart: 'कार्ट' } };
  const [shell, previous, remote] = await Promise.all([
    publishBuild(store, { app: 'shell', texts }),
    publishBuild(store, { app: 'mf-a', version: '0.9.0', texts }),
    publishBuild(store, { app: 'mf-a' }),
  ]);
  const { live } = await promoteFake(environment, [shell, remote]);
  const { composition } = await resolveComposition(store, live, () => previous);
  expect(composition.shell.languages).toEqual(['hi']);
  expect(composition.remotes[0]).not.toHaveProperty('languages');
  expect(composition.remotes[0]?.previous?.languages).toEqual(['hi']);
});

test('a composition cannot be resolved when a release is missing or its release.json was changed', async () => {
  const { environment, versionOne } = await createShopWithTwoVersions();
  const { store } = environment;
  const { live } = await readLive(environment);
  const key = `${getReleasePrefix(versionOne)}release.json`;
  const stored = await store.get(key);
  await store.remove(key);
  await expect(resolveComposition(store, live)).rejects.toThrow(
    `mf-a@1.0.0 (${versionOne.digest}) is not in the release store`,
  );
  const text = Buffer.from(stored?.bytes ?? []).toString();
  await store.putIfAbsent(key, Buffer.from(text.replace('"/mf-a"', '"/payment"')));
  await expect(resolveComposition(store, live)).rejects.toThrow('has other bytes than its composition says');
});
test('a resolved composition contains the previous version of a remote, unless its release is missing', async () => {
  const { environment, versionOne, versionTwo } = await createShopWithTwoVersions();
  const { live } = await promoteFake(environment, [versionTwo]);
  const { composition } = await resolveComposition(environment.store, live, ({ app }) =>
    app === 'mf-a' ? versionOne : undefined,
  );
  expect(composition.remotes[0]?.previous).toMatchObject({ version: '1.0.0', global: 'mf_a_1_0_0' });
  const gone = { ...versionOne, version: '0.0.1' };
  const without = await resolveComposition(environment.store, live, () => gone);
  expect(without.composition.remotes[0]?.previous).toBeUndefined();
});
