import { promote } from '@shop/releases/actions/promote';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { getHeadKey } from '@shop/releases/state/head';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { closeWatchedShop, openWatchedShop, pollInterval } from '../testing/watched-shop';
import type { CompositionWatcher } from './composition-watcher';

const getBundleKey = (release: Release) => `${getReleasePrefix(release)}node/server.cjs`;

afterEach(closeWatchedShop);

/** A shop with a live shell and another shell as its canary. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, publishApp } = shop;
  const [live, canary] = [await publishApp('shell', '1.0.0'), await publishApp('shell', '2.0.0')];
  await promote(environment, [live], testAuthor, passingGates);
  await promote(environment, [canary], testAuthor, { ...passingGates, canary: { share: 10 } });
  return { ...shop, live, canary };
}

const getShellVersion = ({ current }: CompositionWatcher) => current()?.composition.shell.version;

test('serves the live composition while the canary is damaged, and the canary after its repair', async () => {
  const { live, canary, damage, start, errors, timesRead } = await openShop();
  const repair = damage(getBundleKey(canary));
  const gateway = await start();
  expect([getShellVersion(gateway), gateway.canaries()[0], gateway.isDegraded()]).toEqual(['1.0.0', undefined, true]);
  await jest.advanceTimersByTimeAsync(40 * pollInterval);
  expect(errors).toEqual([expect.stringContaining('2.0.0')]);
  // It polls less often, down to once in four intervals.
  expect(timesRead(getBundleKey(canary))).toBeLessThanOrEqual(11);
  expect(timesRead(getHeadKey('production'))).toBe(timesRead(getBundleKey(canary)));
  repair();
  await jest.advanceTimersByTimeAsync(4 * pollInterval);
  expect([gateway.canaries()[0]?.slots.length, gateway.isDegraded()]).toEqual([10, false]);
  expect(timesRead(getBundleKey(live))).toBe(1);
});

test.each<[string, (key: string, canary: Release) => boolean]>([
  ['a file of a canary', (key, canary) => key === getBundleKey(canary)],
  ['the history', (key) => key.includes('/log/')],
])(
  'serves a change and the next one while a read of %s does not end, and everything when it ends',
  async (_, matches) => {
    const { environment, canary, start, publishApp, holdReads, timesRead } = await openShop();
    const gateway = await start();
    const getRemotes = () =>
      [gateway.current(), gateway.canaries()[0]?.composition].map((served) => served?.composition.remotes[0]?.version);
    const readBefore = timesRead(getBundleKey(canary));
    const endHold = holdReads((key) => matches(key, canary));
    for (const version of ['1.0.0', '1.1.0']) {
      await promote(environment, [await publishApp('mf', version)], testAuthor, passingGates);
      await jest.advanceTimersByTimeAsync(10 * pollInterval);
      expect([getRemotes()[0], getShellVersion(gateway)]).toEqual([version, '1.0.0']);
      // Its visitors keep it.
      expect(gateway.canaries()[0]?.composition.composition.shell.version).toBe('2.0.0');
    }
    expect(gateway.change()).toBe(2);
    endHold();
    await jest.advanceTimersByTimeAsync(10 * pollInterval);
    expect([...getRemotes(), gateway.change(), gateway.isDegraded()]).toEqual(['1.1.0', '1.1.0', 4, false]);
    // Once for each change: a poll continues the load of an earlier one.
    expect(timesRead(getBundleKey(canary)) - readBefore).toBe(2);
  },
);

test('rejects a HEAD that is older than the watermark of an earlier process, and names the file', async () => {
  const { start, errors } = await openShop();
  const gateway = await start({ watermark: { seq: 3, file: '/data/watermark.json', raise: async () => {} } });
  expect(gateway.current()).toBeNull();
  expect(errors).toEqual([
    'production went back from change 3 to 2: the gateway rejects it as a replay. If the release store was created again, remove /data/watermark.json',
  ]);
});

test('serves promotions while the disk is still writing an earlier composition, and then writes the newest one', async () => {
  const { environment, start, publishApp } = await openShop();
  let finish = () => {};
  const writing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const store = createMemoryStore(new Map());
  const save = jest.fn(() => writing.then(() => true));
  const gateway = await start({ cache: { folder: '', store, hasSnapshot: async () => false, save } });
  for (const version of ['1.0.0', '2.0.0']) {
    await promote(environment, [await publishApp('mf', version)], testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * pollInterval);
    expect(gateway.current()?.composition.remotes.map((remote) => remote.version)).toEqual([version]);
  }
  finish();
  await jest.advanceTimersByTimeAsync(pollInterval);
  // The disk gets the first composition and the newest one.
  expect(save).toHaveBeenCalledTimes(2);
});

test('writes a change to the disk after a minute while a canary does not load', async () => {
  const { environment, canary, start, publishApp, holdReads } = await openShop();
  const saves: (readonly string[])[] = [];
  const store = createMemoryStore(new Map());
  const save = async ({ keys }: { keys: readonly string[] }) => saves.push(keys) > 0;
  await start({ cache: { folder: '', store, hasSnapshot: async () => false, save } });
  holdReads((key) => key === getBundleKey(canary));
  const remote = await publishApp('mf', '1.0.0');
  await promote(environment, [remote], testAuthor, passingGates);
  await jest.advanceTimersByTimeAsync(50_000);
  expect(saves).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(saves).toHaveLength(2);
  expect(saves[1]).toContain(`${getReleasePrefix(remote)}release.json`);
});

test('writes a composition to the disk again a minute after an incomplete write, until it is complete', async () => {
  const { start } = await openShop();
  const results = [false, true];
  const save = jest.fn(async () => results.shift() ?? true);
  const store = createMemoryStore(new Map());
  await start({ cache: { folder: '', store, hasSnapshot: async () => false, save } });
  await jest.advanceTimersByTimeAsync(50_000);
  expect(save).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(save).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(save).toHaveBeenCalledTimes(2);
});
