import { getReleasePrefix } from '@shop/releases/release/release';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { closeWatchedShop, openWatchedShop, pollInterval } from '../testing/watched-shop';
import type { CompositionWatcher } from './composition-watcher';

afterEach(closeWatchedShop);

/** A shop with the remote mf 2.0.0, which has the fallback mf 1.0.0. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, publishApp } = shop;
  const [versionOne, versionTwo] = [await publishApp('mf', '1.0.0'), await publishApp('mf', '2.0.0')];
  await promoteFake(environment, [await publishApp('shell', '1.0.0'), versionOne]);
  await promoteFake(environment, [versionTwo]);
  return { ...shop, manifestKey: `${getReleasePrefix(versionOne)}release.json` };
}

/** Describes the served remote as `<version> after <fallback version>`. */
const getRemote = ({ current }: CompositionWatcher) => {
  const remote = current()?.composition.remotes[0];
  return `${remote?.version} after ${remote?.previous?.version}`;
};

test.each([
  ['the manifest of its fallback version', (key: string, manifestKey: string) => key === manifestKey],
  ['the history', (key: string) => key.includes('/log/')],
])(
  'serves a remote without a fallback while %s cannot be read, reports it once and retries',
  async (_what, isUnread) => {
    const { manifestKey, errors, start, failReads } = await openShop();
    failReads((key) => isUnread(key, manifestKey));
    const gateway = await start();
    await jest.advanceTimersByTimeAsync(20 * pollInterval);
    expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', true]);
    expect(errors).toEqual(['fallback versions cannot be read: connection reset']);
    const { renderer } = gateway.current() ?? {};
    failReads(() => false);
    await jest.advanceTimersByTimeAsync(4 * pollInterval);
    expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', false]);
    expect(gateway.current()?.composition.remotes[0]?.previous).not.toHaveProperty('paths');
    expect(gateway.current()?.renderer).toBe(renderer);
  },
);

test('serves changes while the read of a fallback version does not end, and the fallback when it ends', async () => {
  const { environment, publishApp, start, holdReads, timesRead } = openWatchedShop();
  const versionOne = await publishApp('mf', '1.0.0');
  const manifestKey = `${getReleasePrefix(versionOne)}release.json`;
  await promoteFake(environment, [await publishApp('shell', '1.0.0'), versionOne]);
  const gateway = await start();
  const endHold = holdReads((key) => key === manifestKey);
  const serve = async (app: string) => {
    await promoteFake(environment, [await publishApp(app, '2.0.0')]);
    await jest.advanceTimersByTimeAsync(20 * pollInterval);
    return [gateway.current()?.composition.shell.version, getRemote(gateway)];
  };
  expect(await serve('mf')).toEqual(['1.0.0', '2.0.0 after undefined']);
  expect(await serve('shell')).toEqual(['2.0.0', '2.0.0 after undefined']);
  // Once for the live version of the start, and once for all loads that need the fallback.
  expect(timesRead(manifestKey)).toBe(2);
  endHold();
  await jest.advanceTimersByTimeAsync(10 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', false]);
});

test('reports a fallback version that is no longer in the release store and does not retry', async () => {
  const { manifestKey, objects, errors, start } = await openShop();
  objects.delete(manifestKey);
  const gateway = await start();
  await jest.advanceTimersByTimeAsync(20 * pollInterval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', false]);
  expect(errors).toEqual([expect.stringMatching(/^the fallback version mf@1\.0\.0 cannot be read: .*is not in/)]);
});
