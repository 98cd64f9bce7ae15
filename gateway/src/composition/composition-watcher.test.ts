import { promote } from '@shop/releases/actions/promote';
import { halt } from '@shop/releases/actions/rollout';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import { getHeadKey } from '@shop/releases/state/head';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { type CompositionWatcher, watchComposition } from './composition-watcher';
import type { CompositionCache } from './restart-state/composition-cache';
import type { HeadWatermark } from './restart-state/head-watermark';

const server = `exports.provided = {};
exports.renderDocument = () => ({ status: 200, html: '', inlineScripts: [], apiOrigin: 'http://x' });`;

const interval = 250;
const nodeBuildOf = (release: Release) => `${getReleasePrefix(release)}node/server.cjs`;

let watcher: CompositionWatcher | undefined;
afterEach(async () => {
  await watcher?.stop();
  jest.useRealTimers();
});

/** A shop with a shell that is live and another that is its canary, in a store that tells what is read from it. */
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
    watcher = await watchComposition({ environment, interval, onError, ...state });
    return watcher;
  };
  const publishRemote = (version: string) =>
    publish(store, { appRoot: writeFakeBuild({ app: 'mf', version, content: version, server }), commit: '' });
  const timesRead = (key: string) => reads.filter((one) => one === key).length;
  return { environment, live, canary, damage, start, errors, timesRead, publishRemote };
}

const versionOf = ({ current }: CompositionWatcher) => current()?.composition.shell.version;

describe('a canary that is damaged', () => {
  it('leaves a gateway that starts with what is live, and is served when it was mended', async () => {
    const { live, canary, damage, start, errors, timesRead } = await openShop();
    const mend = damage(nodeBuildOf(canary));
    const gateway = await start();
    expect([versionOf(gateway), gateway.canary(), gateway.isDegraded()]).toEqual(['1.0.0', null, true]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(errors).toEqual([expect.stringContaining('2.0.0')]);
    mend();
    await jest.advanceTimersByTimeAsync(4 * interval);
    expect([gateway.canary()?.share, gateway.isDegraded()]).toEqual([10, false]);
    expect(timesRead(nodeBuildOf(live))).toBe(1);
  });

  it('does not hold up its own halt', async () => {
    const { environment, canary, damage, start } = await openShop();
    damage(nodeBuildOf(canary));
    const gateway = await start();
    await halt(environment, testAuthor);
    await jest.advanceTimersByTimeAsync(4 * interval);
    expect([versionOf(gateway), gateway.canary(), gateway.isDegraded()]).toEqual(['1.0.0', null, false]);
  });

  it('is read ever less often, down to once in four intervals', async () => {
    const { canary, damage, start, timesRead } = await openShop();
    damage(nodeBuildOf(canary));
    await start();
    await jest.advanceTimersByTimeAsync(40 * interval);
    expect(timesRead(nodeBuildOf(canary))).toBeLessThanOrEqual(11);
    expect(timesRead(getHeadKey('production'))).toBe(timesRead(nodeBuildOf(canary)));
  });
});

describe('a change that is promoted', () => {
  it('of a remote alone neither reads nor starts the shell again', async () => {
    const { environment, live, canary, start, timesRead, publishRemote } = await openShop();
    await halt(environment, testAuthor);
    const gateway = await start();
    const shell = gateway.current()?.shell;
    await promote(environment, [await publishRemote('1.0.0')], testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * interval);
    expect(gateway.current()?.composition.remotes.map(({ name }) => name)).toEqual(['mf']);
    expect(gateway.current()?.shell).toBe(shell);
    expect(timesRead(nodeBuildOf(live))).toBe(1);
    await promote(environment, [canary], testAuthor, passingGates);
    await jest.advanceTimersByTimeAsync(2 * interval);
    expect([versionOf(gateway), gateway.current()?.shell === shell]).toEqual(['2.0.0', false]);
  });

  it('is followed while the disk is still busy with one before; what is kept last is the newest', async () => {
    const { environment, start, publishRemote } = await openShop();
    await halt(environment, testAuthor);
    const written: string[] = [];
    const waiting: (() => void)[] = [];
    const kept: CompositionCache = {
      folder: '',
      store: createMemoryStore(new Map()),
      hasSnapshot: async () => false,
      save: ({ keys }) => {
        written.push(keys.find((key) => key.includes('/compositions/'))?.match(/(\d+)-/)?.[1] ?? '');
        return new Promise((resolve) => waiting.push(resolve));
      },
    };
    const remembered: number[] = [];
    const seen: HeadWatermark = { seq: 0, file: '', raise: async (seq) => void remembered.push(seq) };
    const gateway = await start({ watermark: seen, cache: kept });
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) {
      await promote(environment, [await publishRemote(version)], testAuthor, passingGates);
      await jest.advanceTimersByTimeAsync(2 * interval);
    }
    expect(gateway.current()?.composition.remotes.map(({ version }) => version)).toEqual(['3.0.0']);
    expect([written.length, remembered]).toEqual([1, []]);
    waiting.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
    const newest = gateway.current()?.composition.seq ?? 0;
    expect(written.map(Number)).toEqual([expect.any(Number), newest]);
    waiting.shift()?.();
    await gateway.stop();
    expect(remembered.at(-1)).toBe(newest);
  });
});
