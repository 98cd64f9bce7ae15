import { promote } from '../actions/promote';
import { rollback } from '../actions/rollback';
import { formatDay } from '../store/daily-records';
import { publishBuild } from '../testing/fake-build';
import { createMemoryStore } from '../testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '../testing/test-environment';
import { createEmptyCounts, type DailyMetrics, dailyMetrics } from './gateway-metrics';
import { readVersionMetrics } from './version-metrics';

const dayInMs = 86_400_000;

async function createRolledBackShop() {
  const store = createMemoryStore(new Map());
  const environment = createTestEnvironment(store);
  const publishShell = (version: string) => publishBuild(store, { app: 'shell', version, content: version });
  const first = await promote(environment, [await publishShell('1.0.0')], testAuthor, passingGates);
  const second = await promote(environment, [await publishShell('2.0.0')], testAuthor, passingGates);
  await rollback(environment, testAuthor, passingGates);
  const recordViews = async (composition: number, views: number, daysAgo: number) => {
    const day = formatDay(Date.now() - daysAgo * dayInMs);
    const counts = { ...createEmptyCounts(), views, errors: 1 };
    const record: DailyMetrics = { schema: 1, env: 'production', day, compositions: [{ composition, counts }] };
    const key = dailyMetrics.getKey('production', day, `gateway-${composition}-${daysAgo}`);
    await store.putIfAbsent(key, Buffer.from(JSON.stringify(record)));
    return key;
  };
  return { environment, recordViews, first: first.live.seq, second: second.live.seq };
}

test('leaves out metrics that are older than 30 days, and lists them as expired', async () => {
  const { environment, recordViews, first } = await createRolledBackShop();
  await recordViews(first, 10, 29);
  const expired = await recordViews(first, 100, 30);
  const versions = await readVersionMetrics(environment);
  expect(versions.find(({ version }) => version === '1.0.0')?.totals.views).toBe(10);
  expect(await dailyMetrics.listExpired(environment.store, 'production', Date.now())).toEqual([expired]);
});
