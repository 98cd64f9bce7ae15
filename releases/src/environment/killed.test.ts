import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { damagedFiles } from '../gates/whole-files.gate';
import { listReleases, publish } from '../release/publish';
import { createFileSystemStore } from '../store/file-system-store';
import { Killed, killAfter } from '../testing/dying-store';
import { writeFakeBuild } from '../testing/fake-build';
import { anAuthor, noGates, testEnvironment } from '../testing/test-environment';
import { complete, halt, promote, rollback, rollout } from './actions';
import { type Environment, type LiveState, readState } from './change-head';
import { appsOf } from './composition-set';
import { readLog } from './log';
import { readRelease } from './resolve-composition';

const root = mkdtempSync(path.join(tmpdir(), 'killed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let count = 0;

const builds = {
  shell: writeFakeBuild({ app: 'shell' }),
  one: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }),
  two: writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } }),
};
const publishBuild = (environment: Environment, name: keyof typeof builds) =>
  publish(environment.store, { appRoot: builds[name], commit: '' });

/** Shell and remote live at their first versions. */
async function openShop(): Promise<Environment> {
  const environment = testEnvironment(createFileSystemStore(path.join(root, String(++count))));
  const releases = [await publishBuild(environment, 'shell'), await publishBuild(environment, 'one')];
  await promote(environment, releases, anAuthor, noGates);
  return environment;
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
  rollback: {
    prepare: async (environment) => promote(environment, [await publishTwo(environment)], anAuthor, noGates),
    run: (environment) => rollback(environment, anAuthor, { seq: 1, ...noGates }),
  },
};

test.each(Object.entries(commands))(
  '%s, killed after any operation of the store, leaves what is live whole, and is finished by running it again',
  async (_name, { prepare, run }) => {
    const calm = await openShop();
    await prepare?.(calm);
    const before = await assertWhole(calm);
    await run(calm);
    const after = await assertWhole(calm);

    let kills = 0;
    for (let isFinished = false; !isFinished; kills++) {
      const environment = await openShop();
      await prepare?.(environment);
      const died = await run({ ...environment, store: killAfter(environment.store, kills) }).catch((error) => error);
      isFinished = !(died instanceof Error);
      if (died instanceof Error) expect(died).toBeInstanceOf(Killed);
      expect([before, after]).toContain(await assertWhole(environment));
      await run(environment);
      expect(await assertWhole(environment)).toBe(after);
      expect(await listReleases(environment.store, 'mf-a')).toHaveLength(2);
    }
    expect(kills).toBeGreaterThan(3);
  },
);
