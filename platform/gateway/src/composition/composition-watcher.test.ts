import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { getHeadKey } from '@shop/releases/state/head';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { closeWatchedShop, openWatchedShop, pollInterval } from '../testing/watched-shop';
import type { CompositionCache } from './composition-cache';
import type { CompositionWatcher } from './composition-watcher';
import type { HeadWatermark } from './head-watermark';

const getBundleKey = (release: Release) => `${getReleasePrefix(release)}node/server.cjs`;

afterEach(closeWatchedShop);

/** A shop with a live shell and another shell as its canary. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, publishApp } = shop;
  const [live, canary] = [await publishApp('shell', '1.0.0'), await publishApp('shell', '2.0.0')];
  await promote(environment, [live], testAuthor, passingGates);
  await promote(environment, [canary], testAuthor, { ...passingGates, canaryShare: 10 });
  return { ...shop, live, canary };
}

const getShellVersion = ({ current }: CompositionWatcher) => current()?.composition.shell.version;

describe('damaged canary', () => {
  it('serves the live composition while the canary is damaged, and the canary after its repair', async () => {
    const { live, canary, damage, start, errors, timesRead } = await openShop();
    const repair = damage(getBundleKey(canary));
    const gateway = await start();
    expect([getShellVersion(gateway), gateway.canaries()[0], gateway.isDegraded()]).toEqual(['1.0.0', undefined, true]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(errors).toEqual([expect.stringContaining('2.0.0')]);
    repair();
    await jest.advanceTimersByTimeAsync(4 * pollInterval);
    expect([gateway.canaries()[0]?.share, gateway.isDegraded()]).toEqual([10, false]);
    expect(timesRead(getBundleKey(live))).toBe(1);
  });

  it('stops a damaged canary after its halt', async () => {
    const { environment, canary, damage, start } = await openShop();
    damage(getBundleKey(canary));
    const gateway = await start();
    await halt(environment, testAuthor);
    await jest.advanceTimersByTimeAsync(4 * pollInterval);
    expect([getShellVersion(gateway), gateway.canaries()[0], gateway.isDegraded()]).toEqual([
      '1.0.0',
      undefined,
      false,
    ]);
  });

  it('polls a damaged canary less often, down to once in four pollIntervals', async () => {
    const { canary, damage, start, timesRead } = await openShop();
    damage(getBundleKey(canary));
    await start();
    await jest.advanceTimersByTimeAsync(40 * pollInterval);
    expect(timesRead(getBundleKey(canary))).toBeLessThanOrEqual(11);
    expect(timesRead(getHeadKey('production'))).toBe(timesRead(getBundleKey(canary)));
  });
});

describe('promotion', () => {
  it('uses the renderer of the same releases again after a rollback', async () => {
    const { environment, start, publishApp } = await openShop();
    await halt(environment, testAuthor);
    const gateway = await start();
    const renderer = gateway.current()?.renderer;
    await promote(environment, [await publishApp('mf', '1.0.0')], testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * pollInterval);
    expect(gateway.current()?.composition.remotes.map(({ name }) => name)).toEqual(['mf']);
    expect(gateway.current()?.renderer).not.toBe(renderer);
    await rollback(environment, testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * pollInterval);
    expect(gateway.current()?.renderer).toBe(renderer);
  });

  it('serves a promotion while the disk is still writing an earlier one, and writes the newest last', async () => {
    const { environment, start, publishApp } = await openShop();
    await halt(environment, testAuthor);
    const written: string[] = [];
    const waiting: (() => void)[] = [];
    const cache: CompositionCache = {
      folder: '',
      store: createMemoryStore(new Map()),
      hasSnapshot: async () => false,
      save: ({ keys }) => {
        written.push(keys.find((key) => key.includes('/compositions/'))?.match(/(\d+)-/)?.[1] ?? '');
        return new Promise((resolve) => waiting.push(resolve));
      },
    };
    const watermarks: number[] = [];
    const watermark: HeadWatermark = { seq: 0, file: '', raise: async (seq) => void watermarks.push(seq) };
    const gateway = await start({ watermark, cache });
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
      await promote(environment, [await publishApp('mf', version)], testAuthor, passingGates);
      await jest.advanceTimersByTimeAsync(2 * pollInterval);
    }
    expect(gateway.current()?.composition.remotes.map(({ version }) => version)).toEqual(['3.0.0']);
    expect([written.length, watermarks]).toEqual([1, []]);
    waiting.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
    const newest = gateway.current()?.composition.seq ?? 0;
    expect(written.map(Number)).toEqual([expect.any(Number), newest]);
    waiting.shift()?.();
    await gateway.stop();
    expect(watermarks.at(-1)).toBe(newest);
  });
});
