import * as v from 'valibot';
import { parseJson } from '../store/parse-json';
import type { ReleaseStore } from '../store/release-store';
import { vitalBounds } from './web-vitals';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const createHistogramSchema = (bounds: readonly number[]) =>
  v.exactOptional(v.pipe(v.array(Count), v.length(bounds.length + 1)));

/** Which part of the visitors: `listed` ones have the canary because of a list, not by chance, and are not compared. */
export const CanaryAssignment = v.picklist(['control', 'canary', 'listed']);
export type CanaryAssignment = v.InferOutput<typeof CanaryAssignment>;

/** What was counted of one composition and cohort in one minute. A histogram without samples is left out. */
export const MetricCounts = v.object({
  /** Documents served. */
  views: Count,
  /** Documents that the server could not make. */
  renderFailures: Count,
  /** Uncaught errors and unhandled rejections in pages. */
  errors: Count,
  /** Sections that could not be shown: a file missing, of another hash, or too late. */
  loadFailures: Count,
  checkoutsStarted: Count,
  ordersPlaced: Count,
  vitals: v.object({
    LCP: createHistogramSchema(vitalBounds.LCP),
    INP: createHistogramSchema(vitalBounds.INP),
    CLS: createHistogramSchema(vitalBounds.CLS),
    TTFB: createHistogramSchema(vitalBounds.TTFB),
  }),
});
export type MetricCounts = v.InferOutput<typeof MetricCounts>;

/** What a canary is compared by: the share of visitors for whom it went badly. */
export const metricNames = ['errors', 'loadFailures', 'neverStarted', 'slow', 'abandoned'] as const;
export type MetricName = (typeof metricNames)[number];

/*
 * What one gateway can reach, and more: records are not signed, and whoever reads them counts to each number. Windows grow
 * with their run, to a thousand in a year.
 */
const maxVisitors = { ofWindow: 1_000_000, ofRun: 10_000_000 };
const maxWindows = 2_000;
const maxMinutes = 10_000;

const Visitors = v.pipe(Count, v.maxValue(maxVisitors.ofWindow));

/** Distinct visitors looked at, and those of them for whom it went badly, in one window. */
const Outcome = v.object({ visitors: Visitors, bad: Visitors });
export type Outcome = v.InferOutput<typeof Outcome>;

const Outcomes = v.object({
  errors: Outcome,
  loadFailures: Outcome,
  neverStarted: Outcome,
  slow: Outcome,
  abandoned: Outcome,
});
export type Outcomes = v.InferOutput<typeof Outcomes>;

/** A stretch of a canary's run that is over: nothing is added to it any more. */
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
    (windows) => metricNames.every((name) => countVisitors(windows, name) <= maxVisitors.ofRun),
    'Too many visitors',
  ),
);

const countVisitors = (windows: readonly ComparisonWindow[], name: MetricName) =>
  windows.reduce((sum, { control, canary }) => sum + control[name].visitors + canary[name].visitors, 0);

/** `metrics/<env>/<gateway id>.json`: what one gateway counted. No other process writes it. */
export const GatewayMetrics = v.object({
  schema: v.literal(1),
  env: v.string(),
  /** Unix milliseconds of the last write. */
  at: Count,
  minutes: v.pipe(
    v.array(v.object({ minute: Count, composition: Count, assignment: CanaryAssignment, counts: MetricCounts })),
    v.maxLength(maxMinutes),
  ),
  /** The run of the canary, by its composition; null while there is none. */
  run: v.nullable(v.object({ canary: Count, control: Count, windows: ComparisonWindows })),
});
export type GatewayMetrics = v.InferOutput<typeof GatewayMetrics>;

/** Minutes that a record goes back, for charts. */
export const retentionMinutes = 120;

const getMetricsPrefix = (env: string) => `metrics/${env}/`;
export const getGatewayMetricsKey = (env: string, gateway: string) => `${getMetricsPrefix(env)}${gateway}.json`;
export const listGatewayMetricsKeys = (store: ReleaseStore, env: string) => store.list(getMetricsPrefix(env));

/** A gateway's record, or why there is none: figures must not keep anybody from releasing. */
interface Reading {
  record: GatewayMetrics | null;
  trouble?: string;
}

async function read(store: ReleaseStore, key: string): Promise<Reading> {
  const stored = await store.get(key);
  try {
    return { record: stored && parseJson(GatewayMetrics, stored.bytes, key) };
  } catch (error) {
    return { record: null, trouble: error instanceof Error ? error.message : String(error) };
  }
}

/** One gateway's record; null when it is gone, or is none. */
export const readGatewayMetrics = async (store: ReleaseStore, key: string): Promise<GatewayMetrics | null> =>
  (await read(store, key)).record;

/** Every record of an environment, and a sentence about each that is none and was left out. */
export async function readAllGatewayMetrics(
  store: ReleaseStore,
  env: string,
): Promise<{ records: GatewayMetrics[]; skippedRecords: string[] }> {
  const readings = await Promise.all((await listGatewayMetricsKeys(store, env)).map((key) => read(store, key)));
  return {
    records: readings.flatMap(({ record }) => (record?.env === env ? [record] : [])),
    skippedRecords: readings.flatMap(({ trouble }) => trouble ?? []),
  };
}
