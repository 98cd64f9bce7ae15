import { promote } from '@shop/releases/actions/promote';
import { type ComparisonWindow, readAllGatewayMetrics } from '@shop/releases/canary-analysis/gateway-metrics';
import { readMetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createGatewayMetrics, createOutcomes, writeGatewayMetrics } from '@shop/releases/testing/gateway-records';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { formatMetrics, formatTable } from './format';

const windowOf = (visitors: number): ComparisonWindow => ({
  from: 0,
  to: 60_000,
  control: createOutcomes(visitors),
  canary: createOutcomes(visitors),
});
const recordWith = (windows: ComparisonWindow[]) => createGatewayMetrics({ runs: [{ canary: 'a', windows }] });

const createStore = async (records: Record<string, unknown>) => {
  const store = createMemoryStore(new Map());
  for (const [gateway, record] of Object.entries(records)) {
    await writeGatewayMetrics(store, gateway, record);
  }
  return store;
};

test.each([
  ['visitors of a window', recordWith([windowOf(1e10)])],
  ['visitors of a run', recordWith(Array.from({ length: 12 }, () => windowOf(500_000)))],
  ['windows', recordWith(Array.from({ length: 2_001 }, () => windowOf(1)))],
  [
    'minutes',
    {
      ...recordWith([]),
      minutes: Array.from({ length: 10_001 }, () => ({ minute: 0, composition: 1, cohort: 'control', counts: {} })),
    },
  ],
])('leaves out and reports a record with more %s than a gateway can count', async (_, forged) => {
  const good = recordWith([windowOf(10)]);
  const { records, skippedRecords } = await readAllGatewayMetrics(await createStore({ good, forged }), 'production');
  expect(records).toEqual([good]);
  expect(skippedRecords).toEqual([expect.stringContaining('metrics/production/forged.json is malformed')]);
});

test('names a record that was left out', async () => {
  const store = await createStore({ forged: recordWith([windowOf(1e10)]) });
  const environment = createTestEnvironment(store);
  const shell = await publishBuild(store, { app: 'shell' });
  await promote(environment, [shell], testAuthor, passingGates);
  const report = await readMetricsReport(environment);
  expect(report && formatMetrics(report)).toEqual([
    expect.stringContaining('left out of the metrics: metrics/production/forged.json is malformed: runs.0.windows.0'),
  ]);
});

test.each([
  ['the longest text', 60, ['b', 'b'.repeat(60)]],
  ['the longest text of 60 characters at most', 60, ['b'.repeat(61), 'c'.repeat(60)]],
  ['nothing when each text is longer', 0, ['b'.repeat(61)]],
])('a table pads a column to %s', (_, width, texts) => {
  const rows = texts.map((text) => ['1', text, 'reason']);
  expect(formatTable(rows)).toEqual(texts.map((text) => `  1  ${text.padEnd(width)}  reason`));
});
