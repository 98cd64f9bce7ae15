import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { closeWatchedShop, openWatchedShop, pollInterval } from '../testing/watched-shop';
import type { CompositionWatcher } from './composition-watcher';

const getManifestKey = (release: Release) => `${getReleasePrefix(release)}release.json`;

afterEach(closeWatchedShop);

/** A shop with the remote mf 2.0.0, which has the fallback mf 1.0.0. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, follow, publishApp } = shop;
  const [versionOne, versionTwo] = [await publishApp('mf', '1.0.0'), await publishApp('mf', '2.0.0')];
  await promoteFake(environment, [await publishApp('shell', '1.0.0'), versionOne]);
  await promoteFake(environment, [versionTwo]);
  const promoteApp = async (app: string, version: string) => {
    await promoteFake(environment, [await publishApp(app, version)]);
    await follow();
  };
  return { ...shop, versionOne, versionTwo, promoteApp };
}

/** Describes the served remote as `<version> after <fallback version>`. */
const getRemote = ({ current }: CompositionWatcher) => {
  const remote = current()?.composition.remotes[0];
  return `${remote?.version} after ${remote?.previous?.version}`;
};

test('keeps the fallback version of a remote when its manifest cannot be read for the next composition', async () => {
  const { versionOne, errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  expect(getRemote(gateway)).toBe('2.0.0 after 1.0.0');
  const fallback = gateway.current()?.composition.remotes[0]?.previous;
  failReads((key) => key === getManifestKey(versionOne));
  await promoteApp('shell', '1.1.0');
  expect(gateway.current()?.composition.shell.version).toBe('1.1.0');
  expect(gateway.current()?.composition.remotes[0]?.previous).toEqual(fallback);
  expect(errors).toEqual(['the fallback version mf@1.0.0 cannot be read: connection reset']);
  expect(gateway.isDegraded()).toBe(false);
});

test('falls back to the version that it served before when the manifest of that version cannot be read', async () => {
  const { versionTwo, errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  failReads((key) => key === getManifestKey(versionTwo));
  await promoteApp('mf', '3.0.0');
  expect(getRemote(gateway)).toBe('3.0.0 after 2.0.0');
  expect(gateway.current()?.composition.remotes[0]?.previous).not.toHaveProperty('paths');
  expect(errors).toEqual(['the fallback version mf@2.0.0 cannot be read: connection reset']);
});

test('serves a remote without an unknown fallback version, reports the error once and retries', async () => {
  const { versionOne, errors, start, failReads } = await openShop();
  failReads((key) => key === getManifestKey(versionOne));
  const gateway = await start();
  await jest.advanceTimersByTimeAsync(20 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', true]);
  expect(errors).toEqual(['fallback versions cannot be read: connection reset']);
  const { renderer } = gateway.current() ?? {};
  failReads(() => false);
  await jest.advanceTimersByTimeAsync(4 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', false]);
  expect(gateway.current()?.renderer).toBe(renderer);
});

test('keeps the fallback versions of unchanged remotes while the history cannot be read, and retries', async () => {
  const { errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  failReads((key) => key.includes('/log/'));
  await promoteApp('shell', '1.1.0');
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', true]);
  await promoteApp('mf', '3.0.0');
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['3.0.0 after undefined', true]);
  expect(errors).toEqual(['fallback versions cannot be read: connection reset']);
  failReads(() => false);
  await jest.advanceTimersByTimeAsync(4 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['3.0.0 after 2.0.0', false]);
});

test('reports a fallback version that is no longer in the release store and does not retry', async () => {
  const { versionOne, objects, errors, start } = await openShop();
  objects.delete(getManifestKey(versionOne));
  const gateway = await start();
  await jest.advanceTimersByTimeAsync(20 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', false]);
  expect(errors).toEqual([expect.stringMatching(/^the fallback version mf@1\.0\.0 cannot be read: .*is not in/)]);
});
