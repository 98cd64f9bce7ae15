import { promote } from '@shop/releases/actions/promote';
import { readChange } from '@shop/releases/change-model/changes';
import { findDamagedFiles } from '@shop/releases/gates/file-integrity.gate';
import { markPlannedReleases } from '@shop/releases/history/referenced-releases';
import { publish } from '@shop/releases/release/publish';
import { readRelease } from '@shop/releases/release/read-release';
import { getReleasePrefix, type ReleaseId, releaseFile } from '@shop/releases/release/release';
import { createPreview, listPreviews } from '@shop/releases/signed-links/preview';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { wrapStore } from '@shop/releases/store/release-store';
import { pauseBefore, runUntilCrash } from '@shop/releases/testing/crashing-store';
import { publishBuild, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { readLive } from '@shop/releases/testing/test-shop';
import { collectGarbage, listCompleteReleases } from './collect-garbage';

/** Objects of a store: shell and mf-a 1.0.0 are live, and no composition uses mf-a 2.0.0. */
const objects = new Map<string, Uint8Array>();
const prepared = createTestEnvironment(createMemoryStore(objects));
const newBuild = writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } });
let newRelease: ReleaseId;
beforeAll(async () => {
  const { store } = prepared;
  const shell = await publishBuild(store, { app: 'shell' });
  const oldRelease = await publishBuild(store, { app: 'mf-a', paths: { home: '/a' } });
  await promote(prepared, [shell, oldRelease], testAuthor, passingGates);
  const { app, version, digest } = await publish(store, { appRoot: newBuild, commit: '' });
  newRelease = { app, version, digest };
});

const createShop = (): Environment => ({ ...prepared, store: createMemoryStore(new Map(objects)) });

const dayMilliseconds = 86_400_000;
const collect = (environment: Environment, keepDays = 0) =>
  collectGarbage(environment, { since: Date.now() - keepDays * dayMilliseconds, isDryRun: false });

const goLive = (environment: Environment) => promote(environment, [newRelease], testAuthor, passingGates);

/** Messages of a promotion that lost the race. */
const refusal = /is being removed by gc: wait for it|is no longer in the release store|is not in the release store/;

/** @returns Whether the promotion succeeded. A failure must have one of the messages above. */
const hasSucceeded = (promotion: Promise<unknown>): Promise<boolean> =>
  promotion.then(
    () => true,
    (error: unknown) => {
      expect(String(error)).toMatch(refusal);
      return false;
    },
  );

/** Asserts that every file of live and previewed releases is unchanged. @returns The live version of mf-a. */
async function assertIntact(environment: Environment): Promise<string | undefined> {
  const { store, trusted } = environment;
  const state = await readLive(environment);
  for (const set of [state.live, ...(await listPreviews(store, trusted))]) {
    for (const id of getReleases(set)) expect(await findDamagedFiles(store, await readRelease(store, id))).toEqual([]);
  }
  return state.live.remotes[0]?.version;
}

/** Counts the store operations of some work. */
async function countOperations(work: (environment: Environment) => Promise<unknown>): Promise<number> {
  const environment = createShop();
  let operations = 0;
  const store = wrapStore(environment.store, (operate) => (...parameters) => {
    operations += 1;
    return operate(...parameters);
  });
  await work({ ...environment, store });
  return operations;
}

/**
 * Starts work and pauses it before a store operation.
 *
 * @param index  Index of the operation, from 0.
 * @returns `paused` resolves when the work waits or has ended; `resume` continues it; `done` is its result.
 */
function startPaused(environment: Environment, index: number, work: (environment: Environment) => Promise<unknown>) {
  let resume: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let reportPause: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    reportPause = resolve;
  });
  const store = pauseBefore(environment.store, index, async () => {
    reportPause();
    await released;
  });
  const done = work({ ...environment, store });
  return { done, resume, paused: Promise.race([paused, done.catch(() => undefined)]) };
}

test('a promotion and a concurrent gc never leave a removed release live', async () => {
  const [promoting, collecting] = [await countOperations(goLive), await countOperations(collect)];
  const outcomes = new Set<string>();
  // Only the last dozen operations of a promotion write or read what gc changes.
  for (let index = promoting - 12; index <= promoting; index++) {
    for (let until = 0; until <= collecting; until++) {
      const environment = createShop();
      const promotion = startPaused(environment, index, goLive);
      const isLive = hasSucceeded(promotion.done);
      await promotion.paused;
      const collection = startPaused(environment, until, collect);
      await collection.paused;
      promotion.resume();
      const isPromoted = await isLive;
      expect(await assertIntact(environment)).toBe(isPromoted ? '2.0.0' : '1.0.0');
      collection.resume();
      await collection.done;
      expect(await assertIntact(environment)).toBe(isPromoted ? '2.0.0' : '1.0.0');
      outcomes.add(isPromoted ? 'live' : 'refused');
    }
  }
  expect(outcomes).toEqual(new Set(['live', 'refused']));
});

test('a preview and a concurrent gc never leave a preview of a removed release', async () => {
  const show = async (environment: Environment) => {
    const { live } = await readLive(environment);
    return createPreview(environment, { ...live, remotes: [newRelease] }, { by: 'asha', duration: 3_600_000 });
  };
  const [showing, collecting] = [await countOperations(show), await countOperations(collect)];
  const outcomes = new Set<boolean>();
  for (let index = showing - 6; index <= showing; index++) {
    for (let until = 0; until <= collecting; until++) {
      const environment = createShop();
      const preview = startPaused(environment, index, show);
      const isShown = hasSucceeded(preview.done);
      await preview.paused;
      const collection = startPaused(environment, until, collect);
      await collection.paused;
      preview.resume();
      outcomes.add(await isShown);
      collection.resume();
      await collection.done;
      await assertIntact(environment);
      expect(await listPreviews(environment.store, environment.trusted)).toHaveLength((await isShown) ? 1 : 0);
    }
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

test('a planned change and a concurrent gc never leave a plan whose release is removed', async () => {
  const change = readChange('promote', { env: 'production', releases: ['mf-a@2.0.0'], reason: 'sale' });
  const dueAt = new Date(Date.now() + dayMilliseconds);
  const plan = ({ store }: Environment) => markPlannedReleases(store, change, dueAt);
  const hasRelease = async ({ store }: Environment) =>
    (await store.get(getReleasePrefix(newRelease) + releaseFile)) !== null;
  const [planning, collecting] = [await countOperations(plan), await countOperations(collect)];
  const outcomes = new Set<string>();
  for (let index = 0; index <= planning; index++) {
    for (let until = 0; until <= collecting; until++) {
      const environment = createShop();
      const planned = startPaused(environment, index, plan);
      const isAccepted = hasSucceeded(planned.done);
      await planned.paused;
      const collection = startPaused(environment, until, collect);
      await collection.paused;
      // Its first operation lists the releases. One that is not there gets no mark: it may be published before the day.
      const wasThere = index > 0 || (await hasRelease(environment));
      planned.resume();
      const isPlanned = await isAccepted;
      collection.resume();
      await collection.done;
      if (isPlanned && wasThere) expect(await hasRelease(environment)).toBe(true);
      const outcome = isPlanned ? 'there' : 'refused';
      outcomes.add(wasThere ? outcome : 'not published');
    }
  }
  expect(outcomes).toEqual(new Set(['there', 'refused', 'not published']));
});

test('a gc that is killed after any operation can be finished by the next gc, and the version can be published again', async () => {
  let kills = 0;
  for (let isFinished = false; !isFinished; kills++) {
    const environment = createShop();
    isFinished = await runUntilCrash(environment.store, kills, (store) => collect({ ...environment, store }));
    await hasSucceeded(publish(environment.store, { appRoot: newBuild, commit: '' }));
    await hasSucceeded(goLive(environment));
    await assertIntact(environment);
    await collect(environment);
    expect(await environment.store.list('removing/')).toEqual([]);
    await publish(environment.store, { appRoot: newBuild, commit: '' });
    await goLive(environment);
    expect(await assertIntact(environment)).toBe('2.0.0');
  }
  expect(kills).toBeGreaterThan(10);
});

test('two concurrent gcs never remove a release that a promotion made live between them', async () => {
  const collecting = await countOperations(collect);
  for (let until = 0; until <= collecting; until++) {
    const environment = createShop();
    const collection = startPaused(environment, until, collect);
    await collection.paused;
    await collect(environment, 30);
    const isPromoted = await hasSucceeded(goLive(environment));
    collection.resume();
    await collection.done;
    expect(await assertIntact(environment)).toBe(isPromoted ? '2.0.0' : '1.0.0');
  }
});

test('gc keeps releases of other environments, and releases of a first promotion that is in progress', async () => {
  const environment = createShop();
  const { live } = await readLive(environment);
  const other = { ...environment, name: 'staging' };
  await promote(other, [live.shell, newRelease], testAuthor, passingGates);
  await collect(environment);
  expect(await assertIntact(other)).toBe('2.0.0');

  const opening = createShop();
  const first = { ...opening, name: 'staging' };
  const swap =
    (await countOperations((shop) =>
      promote({ ...shop, name: 'staging' }, [live.shell, newRelease], testAuthor, passingGates),
    )) - 4;
  const promotion = startPaused(first, swap, (shop) =>
    promote(shop, [live.shell, newRelease], testAuthor, passingGates),
  );
  await promotion.paused;
  expect(await readLiveState(first)).toBeNull();
  await collect(opening);
  promotion.resume();
  await promotion.done;
  expect(await assertIntact(first)).toBe('2.0.0');
});

test('lists 8,000 releases with 12 files each within the time limit of a test', async () => {
  const files = Array.from({ length: 11 }, (_, index) => `${index}.js`);
  const keys = Array.from({ length: 8000 }, (_, index) =>
    ['release.json', ...files].map((file) => `r/mf-a/1.0.${index}-0123456789ab/${file}`),
  ).flat();
  const incomplete = 'r/mf-a/2.0.0-0123456789ab/assets/release.json';
  const store = { ...createMemoryStore(new Map()), list: async () => [...keys, incomplete] };
  const releases = await listCompleteReleases(store);
  expect(releases.size).toBe(8000);
  expect(releases.get('r/mf-a/1.0.7-0123456789ab/')).toHaveLength(12);
});
