import * as v from 'valibot';
import { describeDailyRecords, readRecord } from '../store/daily-records';
import type { ReleaseStore } from '../store/release-store';
import { Count } from '../store/schemas';
import { mapVitals, type VitalName, vitalBounds } from './web-vitals';

const createHistogramSchema = (name: VitalName) =>
  v.exactOptional(v.pipe(v.array(Count), v.length(vitalBounds[name].length + 1)));

/** Group of a visitor. `listed`: staff, and visitors from listed regions or groups, have the canary without a random choice, so they are not compared. */
export const CanaryAssignment = v.picklist(['control', 'canary', 'listed']);
export type CanaryAssignment = v.InferOutput<typeof CanaryAssignment>;

/** Counts of one composition and assignment in one minute. A histogram without samples is absent. */
export const MetricCounts = v.object({
  views: Count,
  /**
   * Pages that the server could not render completely. The visitor got a client-rendered document, an error, or a page without a
   * filler of a slot.
   */
  renderFailures: Count,
  /** Uncaught errors and unhandled rejections in pages. */
  errors: Count,
  /** Sections of a page that could not be loaded: a file was missing, had another hash, or came too late. */
  loadFailures: Count,
  checkoutsStarted: Count,
  ordersPlaced: Count,
  /** Errors, load failures and missing fillers by the release that caused them: `mf-catalog/1.0.0-4f3a…`. Absent without errors. */
  appErrors: v.exactOptional(v.record(v.string(), Count)),
  vitals: v.object(mapVitals(createHistogramSchema)),
});
export type MetricCounts = v.InferOutput<typeof MetricCounts>;

export const createEmptyCounts = (): MetricCounts => ({
  views: 0,
  renderFailures: 0,
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
});

const firstMetricNames = ['errors', 'loadFailures', 'neverStarted', 'slow', 'abandoned', 'renderFailures'] as const;
/** Metrics that records of gateways before December 2026 lack. */
const laterMetricNames = ['blocked', 'unresponsive'] as const;

/** The metrics of the comparison. Each is the share of visitors with a bad outcome. */
export const metricNames = [...firstMetricNames, ...laterMetricNames] as const;
export type MetricName = (typeof metricNames)[number];

/*
 * Upper limits, higher than a gateway can reach. Metrics are not signed, and the cost of the analysis rises with these
 * numbers. Windows grow longer during a run: a year has about a thousand.
 */
const maxVisitors = { perWindow: 1_000_000, perRun: 10_000_000 };
const maxWindows = 2_000;
const maxMinutes = 10_000;
/** Running canaries and those that have just ended. */
const maxRuns = 16;

const Visitors = v.pipe(Count, v.maxValue(maxVisitors.perWindow));

/** Distinct visitors of one window, and those of them with a bad outcome. */
const Outcome = v.object({
  visitors: Visitors,
  bad: Visitors,
  /** Visitors whom an earlier window counts with a good outcome, in this group, and who have a bad one now. Absent: none. */
  again: v.exactOptional(Visitors),
});
export type Outcome = v.InferOutput<typeof Outcome>;

export const createEmptyOutcome = (): Outcome => ({ visitors: 0, bad: 0 });

const Outcomes = v.object({
  ...v.entriesFromList(firstMetricNames, Outcome),
  ...v.entriesFromList(laterMetricNames, v.optional(Outcome, createEmptyOutcome)),
});
export type Outcomes = v.InferOutput<typeof Outcomes>;

/** A closed time window of a canary's run. Its counts do not change any more. */
export const ComparisonWindow = v.object({
  /** Unix milliseconds. */
  from: Count,
  to: Count,
  control: Outcomes,
  canary: Outcomes,
});
export type ComparisonWindow = v.InferOutput<typeof ComparisonWindow>;

const ComparisonWindows = v.pipe(
  v.array(ComparisonWindow),
  v.maxLength(maxWindows),
  v.check(
    (windows) => metricNames.every((name) => countVisitors(windows, name) <= maxVisitors.perRun),
    'Too many visitors',
  ),
);

const countVisitors = (windows: readonly ComparisonWindow[], name: MetricName) =>
  windows.reduce((sum, { control, canary }) => sum + control[name].visitors + canary[name].visitors, 0);

/** `metrics/<env>/<process id>.json`: the counts of one gateway since its start. Only that process writes it. */
export const GatewayMetrics = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Identifies the gateway over its restarts. Absent in records of gateways before December 2026. */
  gateway: v.exactOptional(v.string()),
  /** Unix milliseconds of the last write. */
  at: Count,
  minutes: v.pipe(
    v.array(v.object({ minute: Count, composition: Count, assignment: CanaryAssignment, counts: MetricCounts })),
    v.maxLength(maxMinutes),
  ),
  /** The comparison of each running canary with the visitors of the live composition, by the canary's id. */
  runs: v.pipe(v.array(v.object({ canary: v.string(), windows: ComparisonWindows })), v.maxLength(maxRuns)),
});
export type GatewayMetrics = v.InferOutput<typeof GatewayMetrics>;

/** Minutes of history in the metrics of a gateway, for charts. */
export const retentionMinutes = 120;

/** Milliseconds after which a gateway writes its metrics although nothing is new: it says that it runs. */
export const metricsHeartbeatMs = 60_000;

const getMetricsPrefix = (env: string) => `metrics/${env}/`;
export const getGatewayMetricsKey = (env: string, gateway: string) => `${getMetricsPrefix(env)}${gateway}.json`;
export const listGatewayMetricsKeys = (store: ReleaseStore, env: string) => store.list(getMetricsPrefix(env));

/** Reads the metrics of one gateway. Null when they are missing or invalid. */
export const readGatewayMetrics = async (store: ReleaseStore, key: string): Promise<GatewayMetrics | null> =>
  (await readRecord(store, key, GatewayMetrics)).record;

/** Reads the metrics of every gateway of an environment. `skippedRecords` has a message for each that is invalid. */
export async function readAllGatewayMetrics(
  store: ReleaseStore,
  env: string,
): Promise<{ records: GatewayMetrics[]; skippedRecords: string[] }> {
  const keys = await listGatewayMetricsKeys(store, env);
  const results = await Promise.all(keys.map((key) => readRecord(store, key, GatewayMetrics)));
  return {
    records: results.flatMap(({ record }) => (record?.env === env ? [record] : [])),
    skippedRecords: results.flatMap(({ error }) => error ?? []),
  };
}

/** A day has far fewer compositions. The limit bounds the size of a record that no gateway wrote. */
const maxCompositions = 1_000;

/** `daily-metrics/<env>/<YYYY-MM-DD>/<gateway id>.json`: counts of one gateway on one UTC day, by composition. */
export const DailyMetrics = v.object({
  schema: v.literal(1),
  env: v.string(),
  day: v.pipe(v.string(), v.isoDate()),
  compositions: v.pipe(v.array(v.object({ composition: Count, counts: MetricCounts })), v.maxLength(maxCompositions)),
});
export type DailyMetrics = v.InferOutput<typeof DailyMetrics>;

export const dailyMetrics = describeDailyRecords('daily-metrics', DailyMetrics);
