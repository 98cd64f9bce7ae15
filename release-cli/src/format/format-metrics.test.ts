import { promote } from '@shop/releases/environment/actions';
import {
  type GatewayRecord,
  metricNames,
  readRecords,
  recordKey,
  type Window,
} from '@shop/releases/health/gateway-record';
import { readHealth } from '@shop/releases/health/health';
import { publish } from '@shop/releases/release/publish';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { anAuthor, noGates, testEnvironment } from '@shop/releases/testing/test-environment';
import { describeHealth } from './format-metrics';

const outcomes = (visitors: number) =>
  Object.fromEntries(metricNames.map((name) => [name, { visitors, bad: 0 }])) as Window['control'];
const windowOf = (visitors: number): Window => ({
  from: 0,
  to: 60_000,
  control: outcomes(visitors),
  canary: outcomes(visitors),
});
const recordWith = (windows: Window[]): GatewayRecord => ({
  schema: 1,
  env: 'production',
  at: 0,
  minutes: [],
  run: { canary: 2, control: 1, windows },
});

const open = async (records: Record<string, unknown>) => {
  const store = createMemoryStore(new Map());
  for (const [gateway, record] of Object.entries(records)) {
    await store.putIfAbsent(recordKey('production', gateway), Buffer.from(JSON.stringify(record)));
  }
  return store;
};

test('a record within what a gateway can reach counts', async () => {
  const record = recordWith(Array.from({ length: 2_000 }, () => windowOf(2_500)));
  expect(await readRecords(await open({ large: record }), 'production')).toEqual({ records: [record], leftOut: [] });
});

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
])('a record of more %s than a gateway can reach is left out, and said to be', async (_, forged) => {
  const good = recordWith([windowOf(10)]);
  const { records, leftOut } = await readRecords(await open({ good, forged }), 'production');
  expect(records).toEqual([good]);
  expect(leftOut).toEqual([expect.stringContaining('health/production/forged.json is malformed')]);
});

test('status tells of a record that is left out', async () => {
  const store = await open({ forged: recordWith([windowOf(1e10)]) });
  const environment = testEnvironment(store);
  const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  await promote(environment, [shell], anAuthor, noGates);
  const report = await readHealth(environment);
  expect(report && describeHealth(report)).toEqual([
    expect.stringContaining('left out of the figures: health/production/forged.json is malformed: run.windows.0'),
  ]);
});
