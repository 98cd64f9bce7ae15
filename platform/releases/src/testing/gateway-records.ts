import {
  type GatewayMetrics,
  getGatewayMetricsKey,
  type MetricName,
  metricNames,
  type Outcomes,
} from '../canary-analysis/gateway-metrics';
import type { describeDailyRecords } from '../store/daily-records';
import type { ReleaseStore } from '../store/release-store';

/** Creates outcomes with the same visitors for every metric. @param bad  Visitors with a bad outcome. Default: none. */
export const createOutcomes = (visitors = 0, bad: Partial<Record<MetricName, number>> = {}): Outcomes =>
  Object.fromEntries(metricNames.map((name) => [name, { visitors, bad: bad[name] ?? 0 }])) as Outcomes;

/** Creates the metrics of a gateway of production, which has counted nothing without changes. */
export const createGatewayMetrics = (changes: Partial<GatewayMetrics> = {}): GatewayMetrics => ({
  schema: 1,
  env: 'production',
  at: 0,
  minutes: [],
  runs: [],
  ...changes,
});

/** Writes the metrics of a gateway of production. */
export const writeGatewayMetrics = (store: ReleaseStore, gateway: string, metrics: unknown): Promise<boolean> =>
  store.putIfAbsent(getGatewayMetricsKey('production', gateway), Buffer.from(JSON.stringify(metrics)));

/**
 * Writes what a gateway recorded on one day.
 *
 * @param kind  Kind of the record, such as `dailyMetrics`.
 * @returns Its key.
 */
export async function writeDailyRecord(
  store: ReleaseStore,
  kind: Pick<ReturnType<typeof describeDailyRecords>, 'getKey'>,
  gateway: string,
  record: { env: string; day: string },
): Promise<string> {
  const key = kind.getKey(record.env, record.day, gateway);
  await store.putIfAbsent(key, Buffer.from(JSON.stringify(record)));
  return key;
}
