import { verifyEnvironment } from '../gates/file-integrity.gate';
import { listReleases } from '../release/list-releases';
import { publish } from '../release/publish';
import { createSigner } from '../signer/create-signer';
import { getReleases } from '../state/composition';
import type { Environment, LiveState } from '../state/environment';
import { runUntilCrash } from '../testing/crashing-store';
import { writeFakeBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { readLive } from '../testing/test-shop';
import { type PromoteOptions, promote } from './promote';
import { rollback } from './rollback';
import { complete } from './rollout';

const builds = {
  shell: writeFakeBuild({ app: 'shell' }),
  one: writeFakeBuild({ app: 'mf-a', paths: { home: '/a' } }),
  two: writeFakeBuild({ app: 'mf-a', version: '2.0.0', content: 'two', paths: { home: '/a' } }),
  three: writeFakeBuild({ app: 'mf-a', version: '3.0.0', content: 'three', paths: { home: '/a' } }),
};
const publishBuild = (environment: Environment, name: keyof typeof builds) =>
  publish(environment.store, { appRoot: builds[name], commit: '' });

const keys = createTestEnvironment(createMemoryStore(new Map()));

/** Prepares a shop in which the shell and mf-a 1.0.0 are live. @returns Creates a copy of the shop, one for each crash. */
async function prepareShop(prepare?: (environment: Environment) => Promise<unknown>): Promise<() => Environment> {
  const objects = new Map<string, Uint8Array>();
  // A signer has seen the later changes of other copies.
  const openCopy = (held: Map<string, Uint8Array>): Environment => ({
    ...keys,
    signer: createSigner(keys.signingKey, keys.trusted),
    store: createMemoryStore(held),
  });
  const environment = openCopy(objects);
  const releases = [await publishBuild(environment, 'shell'), await publishBuild(environment, 'one')];
  await promote(environment, releases, testAuthor, passingGates);
  await prepare?.(environment);
  return () => openCopy(new Map(objects));
}

const listVersions = (composition: LiveState['live']) =>
  getReleases(composition).map(({ app, version }) => `${app}@${version}`);
const summarize = ({ live, canaries }: LiveState) =>
  JSON.stringify({
    live: listVersions(live),
    canaries: canaries.map(({ composition, share }) => ({ versions: listVersions(composition), share })),
  });

/** Checks every live file and the complete audit log. @returns A summary of the live state. */
async function assertIntact(environment: Environment): Promise<string> {
  const { releases, changes } = await verifyEnvironment(environment);
  expect(releases.flatMap(({ damaged }) => damaged)).toEqual([]);
  const state = await readLive(environment);
  expect(changes).toBe(state.head.seq);
  return summarize(state);
}

const publishTwo = (environment: Environment) => publishBuild(environment, 'two');
const promoteTwo = async (environment: Environment, options: Partial<PromoteOptions> = {}) =>
  promote(environment, [await publishTwo(environment)], testAuthor, { ...passingGates, ...options });
const startCanary = (environment: Environment) => promoteTwo(environment, { canary: { share: 10 } });

const commands: Record<
  string,
  { prepare?: (environment: Environment) => Promise<unknown>; run: (environment: Environment) => Promise<unknown> }
> = {
  publish: { run: publishTwo },
  promote: { prepare: publishTwo, run: (environment) => promoteTwo(environment) },
  'promote to a canary': { prepare: publishTwo, run: startCanary },
  'rollout complete': {
    prepare: startCanary,
    run: async (environment) => {
      if ((await readLive(environment)).canaries.length) await complete(environment, testAuthor, passingGates);
    },
  },
  'rollback to a change': {
    prepare: (environment) => promoteTwo(environment),
    run: (environment) => rollback(environment, testAuthor, { seq: 1, ...passingGates }),
  },
};

test.each(Object.entries(commands))(
  '%s leaves the live composition intact when it crashes after any operation of the store, and completes when it is repeated',
  async (_name, { prepare, run }) => {
    const copyShop = await prepareShop(prepare);
    const undisturbed = copyShop();
    const before = await assertIntact(undisturbed);
    await run(undisturbed);
    const after = await assertIntact(undisturbed);

    let crashes = 0;
    for (let isFinished = false; !isFinished; crashes++) {
      const environment = copyShop();
      isFinished = await runUntilCrash(environment.store, crashes, (store) => run({ ...environment, store }));
      expect([before, after]).toContain(await assertIntact(environment));
      await run(environment);
      expect(await assertIntact(environment)).toBe(after);
      expect(await listReleases(environment.store, 'mf-a')).toHaveLength(2);
    }
    expect(crashes).toBeGreaterThan(3);
  },
);

test('a rollback that crashes after any operation of the store is either done or not, and a second rollback goes further back from there', async () => {
  const copyShop = await prepareShop(async (environment) => {
    await promoteTwo(environment);
    await promote(environment, [await publishBuild(environment, 'three')], testAuthor, passingGates);
  });
  const outcomes = new Set<string>();
  for (let [crashes, isFinished] = [0, false]; !isFinished; crashes++) {
    const environment = copyShop();
    isFinished = await runUntilCrash(environment.store, crashes, (store) =>
      rollback({ ...environment, store }, testAuthor, passingGates),
    );
    await assertIntact(environment);
    const state = await readLive(environment);
    const isDone = state.head.seq === 4;
    const second = await rollback(environment, testAuthor, passingGates);
    const [before, after] = [state, second].map((result) => result.live.remotes[0]?.version);
    expect([before, after]).toEqual(isDone ? ['2.0.0', '1.0.0'] : ['3.0.0', '2.0.0']);
    outcomes.add(`${isFinished ? 'finished' : 'killed'}, ${isDone ? 'done' : 'not done'}`);
  }
  expect(outcomes).toEqual(new Set(['killed, not done', 'killed, done', 'finished, done']));
});
