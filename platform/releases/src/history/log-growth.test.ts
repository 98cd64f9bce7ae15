import { lock, unlock } from '../actions/lock';
import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { halt } from '../actions/rollout';
import { listReleases } from '../release/list-releases';
import type { Environment } from '../state/environment';
import { readHead } from '../state/head';
import { createCountingStore } from '../testing/counting-store';
import { createMemoryStore } from '../testing/memory-store';
import { writeReleaseLog } from '../testing/release-log';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { readLive } from '../testing/test-shop';
import { createPreviousVersionReader } from './previous-version';
import { readHistory } from './read-history';

/** Creates an environment with a log of a size, whose store counts its operations. */
async function createLog(entries: number) {
  const objects = new Map<string, Uint8Array>();
  const { store, takeCount } = createCountingStore(createMemoryStore(objects));
  const environment = createTestEnvironment(store);
  await writeReleaseLog(environment, { entries, releases: 20, write: (key, bytes) => void objects.set(key, bytes) });
  const count = async (work: (environment: Environment) => Promise<unknown>) => {
    takeCount();
    await work(environment);
    return takeCount();
  };
  return { environment, count };
}

const logs = Promise.all([createLog(10), createLog(10_000)]);

test.each<[string, number, (environment: Environment) => Promise<unknown>]>([
  ['the live state, as the gateway polls it', 2, readLive],
  ['HEAD', 1, ({ store, name, trusted }) => readHead(store, name, trusted)],
  [
    'a lock and its end',
    26,
    async (environment) => {
      await lock(environment, 'mf-b', testAuthor);
      await unlock(environment, 'mf-b', testAuthor);
    },
  ],
  ['a rollback to the previous state', 20, (environment) => rollback(environment, testAuthor, passingGates)],
  [
    'a rollback to a change by its number',
    20,
    (environment) => rollback(environment, testAuthor, { ...passingGates, seq: 1 }),
  ],
  [
    'a promotion',
    20,
    async (environment) => {
      const release = (await listReleases(environment.store, 'mf-a')).find(({ version }) => version === '1.1.9');
      await promote(environment, release ? [release] : [], testAuthor, passingGates);
    },
  ],
  ['a page of the history in the middle', 30, (environment) => readHistory(environment, { before: 6, limit: 3 })],
])(
  '%s needs the same calls of the release store with 10 and with 10,000 changes, at most %i',
  async (_what, limit, work) => {
    const [small, large] = await logs;
    const [few, many] = [await small.count(work), await large.count(work)];
    expect(many).toBe(few);
    expect(few).toBeLessThanOrEqual(limit);
  },
);

test('the search of previous versions, with which a gateway starts, reads at most 50 live compositions of any log', async () => {
  const [, large] = await logs;
  const reads = await large.count(async (environment) => {
    const { head } = await readLive(environment);
    await createPreviousVersionReader(environment)(head);
  });
  // Every third change of this log has another live composition.
  expect(reads).toBeGreaterThan(50 * 3);
  expect(reads).toBeLessThanOrEqual(50 * (3 + 1) + 2);
});

test('the halt of a canary that the log does not name reads at most 100 changes of any log', async () => {
  const [, large] = await logs;
  const reads = await large.count((environment) =>
    expect(halt(environment, testAuthor, { id: 'c1' })).rejects.toThrow(
      'the newest 100 changes do not say how it ended',
    ),
  );
  expect(reads).toBeLessThanOrEqual(105);
});
