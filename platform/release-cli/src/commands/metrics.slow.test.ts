import { createEmptyCounts, dailyMetrics, type MetricCounts } from '@shop/releases/canary-analysis/gateway-metrics';
import { createEmptyHistogram } from '@shop/releases/canary-analysis/web-vitals';
import { formatDay } from '@shop/releases/store/daily-records';
import { writeDailyRecord } from '@shop/releases/testing/gateway-records';
import { readLive } from '@shop/releases/testing/test-shop';
import { createLiveShop } from '../testing/terminal';

test('metrics shows the counts and web vitals of every version, also of one that was rolled back', async () => {
  const { runOk, runJson, store, production } = await createLiveShop();
  const record = async (daysAgo: number, changes: Partial<MetricCounts>) => {
    const composition = (await readLive(production)).live.seq;
    const day = formatDay(Date.now() - daysAgo * 86_400_000);
    const counts = { ...createEmptyCounts(), ...changes };
    const document = { schema: 1, env: 'production', day, compositions: [{ composition, counts }] };
    return writeDailyRecord(store, dailyMetrics, `gateway-${composition}`, document);
  };
  const LCP = createEmptyHistogram('LCP');
  LCP[1] = 4;
  const expired = await record(30, { views: 100 });
  await record(29, { views: 10, errors: 2, loadFailures: 1, vitals: { LCP } });
  await runOk('promote mf-a@1.1.0');
  await record(0, { views: 5, errors: 3 });
  await runOk('rollback');
  const lines = (await runOk('metrics --app mf-a')).split('\n');
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    [
      'app',
      'version',
      'status',
      'views',
      'errors',
      'own errors',
      'load failures',
      'render failures',
      'LCP',
      'INP',
      'CLS',
      'TTFB',
      'TBT',
    ],
    ['mf-a', '1.1.0', '5', '3', '0', '0', '0', '–', '–', '–', '–', '–'],
    ['mf-a', '1.0.0', 'live', '10', '2', '0', '1', '0', '875 ms', '–', '–', '–', '–'],
  ]);
  expect(await runJson('metrics')).toHaveLength(4);
  expect(await dailyMetrics.listExpired(store, 'production', Date.now())).toEqual([expired]);
});
