import { findDamagedFiles } from '../gates/file-integrity.gate';
import { readAuditLog } from '../history/audit-log';
import { listReleases } from '../release/list-releases';
import { publish } from '../release/publish';
import { readRelease } from '../release/read-release';
import { getReleases } from '../state/composition';
import type { Environment, LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { runUntilCrash } from '../testing/crashing-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { promote } from './promote';
import { rollback } from './rollback';
import { complete, halt, rollout } from './rollout';

const builds = {
  shell: writeFakeBuild({ app: 'shell' }),
  one: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }),
  two: writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } }),
  three: writeFakeBuild({ app: 'mf-a', version: '3.0.0', content: 'three', paths: { home: '/a' } }),
};
const publishBuild = (environment: Environment, name: keyof typeof builds) =>
  publish(environment.store, { appRoot: builds[name], commit: '' });

const keys = createTestEnvironment(createMemoryStore(new Map()));

/** Shell and remote live at their first versions. @returns Opens the shop as it is then, once for each kill. */
async function openShops(prepare?: (environment: Environment) => Promise<unknown>): Promise<() => Environment> {
  const objects = new Map<string, Uint8Array>();
  const environment = { ...keys, store: createMemoryStore(objects) };
  const releases = [await publishBuild(environment, 'shell'), await publishBuild(environment, 'one')];
  await promote(environment, releases, testAuthor, passingGates);
  await prepare?.(environment);
  return () => ({ ...keys, store: createMemoryStore(new Map(objects)) });
}

const versionsOf = (set: LiveState['live']) => getReleases(set).map(({ app, version }) => `${app}@${version}`);
const summaryOf = ({ live, canary, head }: LiveState) =>
  JSON.stringify({ live: versionsOf(live), canary: canary && versionsOf(canary), share: head.canary?.share ?? null });

/** What is live can be served to the last byte, and its history walked. @returns What it is. */
async function assertWhole(environment: Environment): Promise<string> {
  const state = await readLiveState(environment);
  if (!state) throw new Error('nothing is live any more');
  for (const set of [state.live, ...(state.canary ? [state.canary] : [])]) {
    for (const id of getReleases(set)) {
      expect(await findDamagedFiles(environment.store, await readRelease(environment.store, id))).toEqual([]);
    }
  }
  let changes = 0;
  for await (const _ of readAuditLog(environment.store, state.head.log, environment.trusted)) changes++;
  expect(changes).toBe(state.head.seq);
  return summaryOf(state);
}

const publishTwo = (environment: Environment) => publishBuild(environment, 'two');

const commands: Record<
  string,
  { prepare?: (environment: Environment) => Promise<unknown>; run: (environment: Environment) => Promise<unknown> }
> = {
  publish: { run: publishTwo },
  promote: {
    prepare: publishTwo,
    run: async (environment) => promote(environment, [await publishTwo(environment)], testAuthor, passingGates),
  },
  'promote to a canary': {
    prepare: publishTwo,
    run: async (environment) =>
      promote(environment, [await publishTwo(environment)], testAuthor, { ...passingGates, canaryShare: 10 }),
  },
  'rollout to half': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], testAuthor, { ...passingGates, canaryShare: 10 }),
    run: async (environment) => {
      const state = await readLiveState(environment);
      if (state?.head.canary?.share !== 50) await rollout(environment, 50, testAuthor, passingGates);
    },
  },
  'rollout complete': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], testAuthor, { ...passingGates, canaryShare: 10 }),
    run: async (environment) => {
      if ((await readLiveState(environment))?.canary) await complete(environment, testAuthor, passingGates);
    },
  },
  'rollout halt': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], testAuthor, { ...passingGates, canaryShare: 10 }),
    run: async (environment) => {
      if ((await readLiveState(environment))?.canary) await halt(environment, testAuthor);
    },
  },
  'rollback to a change': {
    prepare: async (environment) => promote(environment, [await publishTwo(environment)], testAuthor, passingGates),
    run: (environment) => rollback(environment, testAuthor, { seq: 1, ...passingGates }),
  },
};

test.each(Object.entries(commands))(
  '%s, killed after any operation of the store, leaves what is live whole, and is finished by running it again',
  async (_name, { prepare, run }) => {
    const openShop = await openShops(prepare);
    const calm = openShop();
    const before = await assertWhole(calm);
    await run(calm);
    const after = await assertWhole(calm);

    let kills = 0;
    for (let isFinished = false; !isFinished; kills++) {
      const environment = openShop();
      isFinished = await runUntilCrash(environment.store, kills, (store) => run({ ...environment, store }));
      expect([before, after]).toContain(await assertWhole(environment));
      await run(environment);
      expect(await assertWhole(environment)).toBe(after);
      expect(await listReleases(environment.store, 'mf-a')).toHaveLength(2);
    }
    expect(kills).toBeGreaterThan(3);
  },
);

test('a plain rollback, killed after any operation of the store, is done or not, as status tells: one more goes further back', async () => {
  const openShop = await openShops(async (environment) => {
    await promote(environment, [await publishBuild(environment, 'two')], testAuthor, passingGates);
    await promote(environment, [await publishBuild(environment, 'three')], testAuthor, passingGates);
  });
  const seen = new Set<string>();
  for (let [kills, isFinished] = [0, false]; !isFinished; kills++) {
    const environment = openShop();
    isFinished = await runUntilCrash(environment.store, kills, (store) =>
      rollback({ ...environment, store }, testAuthor, passingGates),
    );
    await assertWhole(environment);
    const state = await readLiveState(environment);
    const isDone = state?.head.seq === 4;
    const again = await rollback(environment, testAuthor, passingGates);
    const [before, after] = [state, again].map((one) => one?.live.remotes[0]?.version);
    expect([before, after]).toEqual(isDone ? ['2.0.0', '1.0.0'] : ['3.0.0', '2.0.0']);
    seen.add(`${isFinished ? 'finished' : 'killed'}, ${isDone ? 'done' : 'not done'}`);
  }
  expect(seen).toEqual(new Set(['killed, not done', 'killed, done', 'finished, done']));
});
