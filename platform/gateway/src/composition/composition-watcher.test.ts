import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { getHeadKey } from '@shop/releases/state/head';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createInProcessPools } from '../testing/in-process-pools';
import type { CompositionCache } from './composition-cache';
import { type CompositionWatcher, watchComposition } from './composition-watcher';
import type { HeadWatermark } from './head-watermark';

const server = createFakeShellBundle();

const interval = 250;
const getBundleKey = (release: Release) => `${getReleasePrefix(release)}node/server.cjs`;

let watcher: CompositionWatcher | undefined;
afterEach(async () => {
  await watcher?.stop();
  jest.useRealTimers();
});

/** A shop with a live shell and another shell as its canary, in a store that records its reads. */
async function openShop() {
  const objects = new Map<string, Uint8Array>();
  const memory = createMemoryStore(objects);
  const reads: string[] = [];
  const store: ReleaseStore = {
    ...memory,
    get: (key) => {
      reads.push(key);
      return memory.get(key);
    },
  };
  const environment = createTestEnvironment(store);
  const publishShell = (version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app: 'shell', version, content: version, server }), commit: '' });
  const [live, canary] = [await publishShell('1.0.0'), await publishShell('2.0.0')];
  await promote(environment, [live], testAuthor, passingGates);
  await promote(environment, [canary], testAuthor, { ...passingGates, canaryShare: 10 });
  reads.length = 0;

  const damage = (key: string) => {
    const good = objects.get(key) ?? new Uint8Array();
    objects.set(key, Buffer.from('exports.broken = true;'));
    return () => objects.set(key, good);
  };
  const errors: string[] = [];
  const start = async (state: { watermark?: HeadWatermark; cache?: CompositionCache } = {}) => {
    jest.useFakeTimers();
    const onError = (error: unknown) => errors.push(String(error));
    watcher = await watchComposition({
      environment,
      interval,
      onError,
      pools: createInProcessPools(),
      ...state,
    });
    return watcher;
  };
  const publishRemote = (version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app: 'mf', version, content: version, server }), commit: '' });
  const timesRead = (key: string) => reads.filter((read) => read === key).length;
  return { environment, live, canary, damage, start, errors, timesRead, publishRemote };
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
    await jest.advanceTimersByTimeAsync(4 * interval);
    expect([gateway.canaries()[0]?.share, gateway.isDegraded()]).toEqual([10, false]);
    expect(timesRead(getBundleKey(live))).toBe(1);
  });

  it('stops a damaged canary after its halt', async () => {
    const { environment, canary, damage, start } = await openShop();
    damage(getBundleKey(canary));
    const gateway = await start();
    await halt(environment, testAuthor);
    await jest.advanceTimersByTimeAsync(4 * interval);
    expect([getShellVersion(gateway), gateway.canaries()[0], gateway.isDegraded()]).toEqual([
      '1.0.0',
      undefined,
      false,
    ]);
  });

  it('polls a damaged canary less often, down to once in four intervals', async () => {
    const { canary, damage, start, timesRead } = await openShop();
    damage(getBundleKey(canary));
    await start();
    await jest.advanceTimersByTimeAsync(40 * interval);
    expect(timesRead(getBundleKey(canary))).toBeLessThanOrEqual(11);
    expect(timesRead(getHeadKey('production'))).toBe(timesRead(getBundleKey(canary)));
  });
});

describe('promotion', () => {
  it('uses the renderer of the same releases again after a rollback', async () => {
    const { environment, start, publishRemote } = await openShop();
    await halt(environment, testAuthor);
    const gateway = await start();
    const renderer = gateway.current()?.renderer;
    await promote(environment, [await publishRemote('1.0.0')], testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * interval);
    expect(gateway.current()?.composition.remotes.map(({ name }) => name)).toEqual(['mf']);
    expect(gateway.current()?.renderer).not.toBe(renderer);
    await rollback(environment, testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * interval);
    expect(gateway.current()?.renderer).toBe(renderer);
  });

  it('serves a promotion while the disk is still writing an earlier one, and writes the newest last', async () => {
    const { environment, start, publishRemote } = await openShop();
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
      await promote(environment, [await publishRemote(version)], testAuthor, passingGates);
      await jest.advanceTimersByTimeAsync(2 * interval);
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
