import { damagedFiles } from '../gates/whole-files.gate';
import { listReleases, publish } from '../release/publish';
import { finishesWithin } from '../testing/dying-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { anAuthor, noGates, testEnvironment } from '../testing/test-environment';
import { complete, halt, promote, rollback, rollout } from './actions';
import { type Environment, type LiveState, readState } from './change-head';
import { appsOf } from './composition-set';
import { readLog } from './log';
import { readRelease } from './resolve-composition';

const builds = {
  shell: writeFakeBuild({ app: 'shell' }),
  one: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }),
  two: writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } }),
  three: writeFakeBuild({ app: 'mf-a', version: '3.0.0', content: 'three', paths: { home: '/a' } }),
};
const publishBuild = (environment: Environment, name: keyof typeof builds) =>
  publish(environment.store, { appRoot: builds[name], commit: '' });

const keys = testEnvironment(createMemoryStore(new Map()));

/** Shell and remote live at their first versions. @returns Opens the shop as it is then, once for each kill. */
async function openShops(prepare?: (environment: Environment) => Promise<unknown>): Promise<() => Environment> {
  const objects = new Map<string, Uint8Array>();
  const environment = { ...keys, store: createMemoryStore(objects) };
  const releases = [await publishBuild(environment, 'shell'), await publishBuild(environment, 'one')];
  await promote(environment, releases, anAuthor, noGates);
  await prepare?.(environment);
  return () => ({ ...keys, store: createMemoryStore(new Map(objects)) });
}

const versionsOf = (set: LiveState['live']) => appsOf(set).map(({ app, version }) => `${app}@${version}`);
const summaryOf = ({ live, canary, head }: LiveState) =>
  JSON.stringify({ live: versionsOf(live), canary: canary && versionsOf(canary), share: head.canary?.share ?? null });

/** What is live can be served to the last byte, and its history walked. @returns What it is. */
async function assertWhole(environment: Environment): Promise<string> {
  const state = await readState(environment);
  if (!state) throw new Error('nothing is live any more');
  for (const set of [state.live, ...(state.canary ? [state.canary] : [])]) {
    for (const id of appsOf(set)) {
      expect(await damagedFiles(environment.store, await readRelease(environment.store, id))).toEqual([]);
    }
  }
  let changes = 0;
  for await (const _ of readLog(environment.store, state.head.log, environment.trusted)) changes++;
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
    run: async (environment) => promote(environment, [await publishTwo(environment)], anAuthor, noGates),
  },
  'promote to a canary': {
    prepare: publishTwo,
    run: async (environment) =>
      promote(environment, [await publishTwo(environment)], anAuthor, { ...noGates, canaryShare: 10 }),
  },
  'rollout to half': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], anAuthor, { ...noGates, canaryShare: 10 }),
    run: async (environment) => {
      const state = await readState(environment);
      if (state?.head.canary?.share !== 50) await rollout(environment, 50, anAuthor, noGates);
    },
  },
  'rollout complete': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], anAuthor, { ...noGates, canaryShare: 10 }),
    run: async (environment) => {
      if ((await readState(environment))?.canary) await complete(environment, anAuthor, noGates);
    },
  },
  'rollout halt': {
    prepare: async (environment) =>
      promote(environment, [await publishTwo(environment)], anAuthor, { ...noGates, canaryShare: 10 }),
    run: async (environment) => {
      if ((await readState(environment))?.canary) await halt(environment, anAuthor);
    },
  },
  'rollback to a change': {
    prepare: async (environment) => promote(environment, [await publishTwo(environment)], anAuthor, noGates),
    run: (environment) => rollback(environment, anAuthor, { seq: 1, ...noGates }),
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
      isFinished = await finishesWithin(environment.store, kills, (store) => run({ ...environment, store }));
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
    await promote(environment, [await publishBuild(environment, 'two')], anAuthor, noGates);
    await promote(environment, [await publishBuild(environment, 'three')], anAuthor, noGates);
  });
  const seen = new Set<string>();
  for (let [kills, isFinished] = [0, false]; !isFinished; kills++) {
    const environment = openShop();
    isFinished = await finishesWithin(environment.store, kills, (store) =>
      rollback({ ...environment, store }, anAuthor, noGates),
    );
    await assertWhole(environment);
    const state = await readState(environment);
    const isDone = state?.head.seq === 4;
    const again = await rollback(environment, anAuthor, noGates);
    const [before, after] = [state, again].map((one) => one?.live.remotes[0]?.version);
    expect([before, after]).toEqual(isDone ? ['2.0.0', '1.0.0'] : ['3.0.0', '2.0.0']);
    seen.add(`${isFinished ? 'finished' : 'killed'}, ${isDone ? 'done' : 'not done'}`);
  }
  expect(seen).toEqual(new Set(['killed, not done', 'killed, done', 'finished, done']));
});
