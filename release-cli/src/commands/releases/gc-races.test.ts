import { promote } from '@shop/releases/actions/promote';
import { findDamagedFiles } from '@shop/releases/gates/file-integrity.gate';
import { publish } from '@shop/releases/release/publish';
import { readRelease } from '@shop/releases/release/read-release';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPreview, listPreviews } from '@shop/releases/signed-links/preview';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { runUntilCrash } from '@shop/releases/testing/crashing-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { pauseBefore } from '@shop/releases/testing/paused-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import type { CommandRun } from '../../cli/command';
import { gc } from './gc.command';

/** Shell and mf-a 1.0.0 are live; nobody uses mf-a 2.0.0 yet. */
const opened = new Map<string, Uint8Array>();
const prepared = createTestEnvironment(createMemoryStore(opened));
const buildTwo = writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } });
let two: ReleaseId;
beforeAll(async () => {
  const { store } = prepared;
  const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  const one = await publish(store, { appRoot: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }), commit: '' });
  await promote(prepared, [shell, one], testAuthor, passingGates);
  const { app, version, digest } = await publish(store, { appRoot: buildTwo, commit: '' });
  two = { app, version, digest };
});

const openShop = (): Environment => ({ ...prepared, store: createMemoryStore(new Map(opened)) });

const runOf = (environment: Environment): CommandRun => ({
  words: [],
  flags: { 'keep-days': '0' },
  environment,
  author: testAuthor,
  host: {
    openEnvironment: async () => environment,
    build: () => Promise.reject(new Error('nothing is built here')),
    bootComposition: async () => [],
    apps: () => [],
    user: 'asha',
  },
});
const collect = (environment: Environment) => gc.run(runOf(environment));

const goLive = (environment: Environment) => promote(environment, [two], testAuthor, passingGates);

const refusal = /is being removed by gc: wait for it|is no longer in the release store|is not in the release store/;

/** @returns Whether the promotion came through; a refusal must be one of the sentences above. */
const cameThrough = (promotion: Promise<unknown>): Promise<boolean> =>
  promotion.then(
    () => true,
    (error: unknown) => {
      expect(String(error)).toMatch(refusal);
      return false;
    },
  );

/** All that is live or previewed is there to the last byte. @returns The version of mf-a. */
async function assertWhole(environment: Environment): Promise<string | undefined> {
  const { store, trusted } = environment;
  const state = await readLiveState(environment);
  if (!state) throw new Error('nothing is live any more');
  for (const set of [state.live, ...(await listPreviews(store, trusted))]) {
    for (const id of getReleases(set)) expect(await findDamagedFiles(store, await readRelease(store, id))).toEqual([]);
  }
  return state.live.remotes[0]?.version;
}

/** How many operations of the store something takes. */
async function operationsOf(work: (environment: Environment) => Promise<unknown>): Promise<number> {
  const environment = openShop();
  let operations = 0;
  const counted = <Parameters extends unknown[], Result>(act: (...parameters: Parameters) => Promise<Result>) => {
    return (...parameters: Parameters) => {
      operations += 1;
      return act(...parameters);
    };
  };
  const { get, putIfAbsent, compareAndSwap, list, remove } = environment.store;
  const store: ReleaseStore = {
    get: counted(get),
    putIfAbsent: counted(putIfAbsent),
    compareAndSwap: counted(compareAndSwap),
    list: counted(list),
    remove: counted(remove),
  };
  await work({ ...environment, store });
  return operations;
}

/** Holds something up before an operation, until it is told to go on. */
function heldUp(environment: Environment, at: number, work: (environment: Environment) => Promise<unknown>) {
  let goOn: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let stop: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const store = pauseBefore(environment.store, at, async () => {
    stop();
    await released;
  });
  const done = work({ ...environment, store });
  return { done, goOn, held: Promise.race([held, done.catch(() => undefined)]) };
}

test('a promotion and a gc that meet anywhere leave nothing live that is gone', async () => {
  const [promoting, collecting] = [await operationsOf(goLive), await operationsOf(collect)];
  const outcomes = new Set<string>();
  // What it reads before it writes anything decides nothing: a dozen operations from the end it has not begun to.
  for (let at = promoting - 12; at <= promoting; at++) {
    for (let until = 0; until <= collecting; until++) {
      const environment = openShop();
      const promotion = heldUp(environment, at, goLive);
      const isLive = cameThrough(promotion.done);
      await promotion.held;
      const collection = heldUp(environment, until, collect);
      await collection.held;
      promotion.goOn();
      const came = await isLive;
      expect(await assertWhole(environment)).toBe(came ? '2.0.0' : '1.0.0');
      collection.goOn();
      await collection.done;
      expect(await assertWhole(environment)).toBe(came ? '2.0.0' : '1.0.0');
      outcomes.add(came ? 'live' : 'refused');
    }
  }
  expect(outcomes).toEqual(new Set(['live', 'refused']));
});

test('a preview and a gc that meet anywhere leave no preview of what is gone', async () => {
  const show = async (environment: Environment) => {
    const { live } = (await readLiveState(environment)) ?? {};
    if (!live) throw new Error('nothing is live');
    return createPreview(environment, { ...live, remotes: [two] }, { by: 'asha', duration: 3_600_000 });
  };
  const [showing, collecting] = [await operationsOf(show), await operationsOf(collect)];
  const outcomes = new Set<boolean>();
  for (let at = showing - 6; at <= showing; at++) {
    for (let until = 0; until <= collecting; until++) {
      const environment = openShop();
      const preview = heldUp(environment, at, show);
      const isShown = cameThrough(preview.done);
      await preview.held;
      const collection = heldUp(environment, until, collect);
      await collection.held;
      preview.goOn();
      outcomes.add(await isShown);
      collection.goOn();
      await collection.done;
      await assertWhole(environment);
      expect(await listPreviews(environment.store, environment.trusted)).toHaveLength((await isShown) ? 1 : 0);
    }
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

test('a gc killed after any operation holds nothing up for good: the next one goes on, and the version can be had again', async () => {
  let kills = 0;
  for (let isFinished = false; !isFinished; kills++) {
    const environment = openShop();
    isFinished = await runUntilCrash(environment.store, kills, (store) => collect({ ...environment, store }));
    await cameThrough(publish(environment.store, { appRoot: buildTwo, commit: '' }));
    await cameThrough(goLive(environment));
    await assertWhole(environment);
    await collect(environment);
    expect(await environment.store.list('removing/')).toEqual([]);
    await publish(environment.store, { appRoot: buildTwo, commit: '' });
    await goLive(environment);
    expect(await assertWhole(environment)).toBe('2.0.0');
  }
  expect(kills).toBeGreaterThan(10);
});

test('of two gcs at once, neither removes what the other let stay', async () => {
  const collecting = await operationsOf(collect);
  for (let until = 0; until <= collecting; until++) {
    const environment = openShop();
    const collection = heldUp(environment, until, collect);
    await collection.held;
    await gc.run({ ...runOf(environment), flags: { 'keep-days': '30' } });
    const came = await cameThrough(goLive(environment));
    collection.goOn();
    await collection.done;
    expect(await assertWhole(environment)).toBe(came ? '2.0.0' : '1.0.0');
  }
});

test('gc keeps what is live in an environment whatever its name, and what is about to be the first to be live in one', async () => {
  const environment = openShop();
  const { live } = (await readLiveState(environment)) ?? {};
  if (!live) throw new Error('nothing is live');
  const nested = { ...environment, name: 'team/staging' };
  await promote(nested, [live.shell, two], testAuthor, passingGates);
  await collect(environment);
  expect(await assertWhole(nested)).toBe('2.0.0');

  const opening = openShop();
  const first = { ...opening, name: 'staging' };
  const swap =
    (await operationsOf((one) => promote({ ...one, name: 'staging' }, [live.shell, two], testAuthor, passingGates))) -
    4;
  const promotion = heldUp(first, swap, (one) => promote(one, [live.shell, two], testAuthor, passingGates));
  await promotion.held;
  expect(await readLiveState(first)).toBeNull();
  await collect(opening);
  promotion.goOn();
  await promotion.done;
  expect(await assertWhole(first)).toBe('2.0.0');
});
