import * as v from 'valibot';
import { canaryName } from '../state/audit-log';
import { toCanaryName } from '../state/canary';
import type { PinnedComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { Count, UnixMs } from '../store/schemas';
import { analyzeCanary, CanaryVerdict, minVisitors } from './analyze-canary';
import {
  CanaryAssignment,
  type GatewayMetrics,
  MetricCounts,
  metricsHeartbeatMs,
  readAllGatewayMetrics,
  retentionMinutes,
} from './gateway-metrics';
import { countMeasuredVisits, StageVisits } from './stage-visits';
import { createEmptyHistogram, mapVitals, summarizeVital, type VitalName, VitalSummary } from './web-vitals';

const minute = 60_000;

/** Sums of counts, with the web vitals of all samples. */
export const MetricSummary = v.object({
  ...v.omit(MetricCounts, ['vitals', 'appErrors']).entries,
  vitals: v.object(mapVitals(() => VitalSummary)),
});
export type MetricSummary = v.InferOutput<typeof MetricSummary>;

const AssignmentMetrics = v.object({
  assignment: CanaryAssignment,
  totals: MetricSummary,
  /** The last two hours by their start, oldest first, including minutes without counts. */
  minutes: v.array(v.object({ ...MetricSummary.entries, at: UnixMs })),
});
export type AssignmentMetrics = v.InferOutput<typeof AssignmentMetrics>;

export const MetricsReport = v.object({
  env: v.string(),
  at: UnixMs,
  /** Number of the environment's last change. */
  head: Count,
  /** Number of gateways that run: they have written metrics in the last three minutes. */
  gateways: Count,
  /** A message for each gateway whose metrics are invalid and not included. */
  skippedRecords: v.array(v.string()),
  /** The live composition: visitors who are in no canary. */
  live: AssignmentMetrics,
  /** Metrics of each canary. */
  canaries: v.array(
    v.object({
      ...canaryName,
      /** Visitors of the share. */
      canary: AssignmentMetrics,
      /** Staff, and visitors from listed regions or groups. */
      listed: AssignmentMetrics,
      /** Comparison with the visitors who have the live composition. */
      verdict: CanaryVerdict,
      /** Null for a canary without stages. */
      stageVisits: v.nullable(StageVisits),
    }),
  ),
});
export type MetricsReport = v.InferOutput<typeof MetricsReport>;

/**
 * Reads error and performance metrics of the live composition and of each canary.
 *
 * @returns Null when nothing was ever promoted.
 */
export async function readMetricsReport(environment: Environment, now = Date.now()): Promise<MetricsReport | null> {
  const { store, name } = environment;
  const state = await readLiveState(environment);
  if (!state) return null;
  const { records, skippedRecords } = await readAllGatewayMetrics(store, name);
  const { stageVisits: needed = minVisitors } = (await environment.loadRules?.()) ?? {};
  const summarize = ({ seq }: PinnedComposition, assignment: CanaryAssignment) =>
    summarizeAssignment(records, seq, assignment, now);
  const { live, canaries } = state;
  return {
    env: name,
    at: now,
    head: state.head.seq,
    gateways: countGateways(records, now),
    skippedRecords,
    live: summarize(live, 'control'),
    canaries: canaries.map((canary) => {
      const { id, plan, composition } = canary;
      return {
        ...toCanaryName(canary),
        canary: summarize(composition, 'canary'),
        listed: summarize(composition, 'listed'),
        verdict: analyzeCanary(records, id),
        stageVisits: plan ? { measured: countMeasuredVisits(records, id, Date.parse(plan.since)), needed } : null,
      };
    }),
  };
}

/** Counts the gateways that run. A gateway that has started again has two records, of one identity. */
function countGateways(records: readonly GatewayMetrics[], now: number): number {
  const running = records.filter(({ at }) => at > now - 3 * metricsHeartbeatMs);
  const unnamed = running.filter(({ gateway }) => gateway === undefined);
  return new Set(running.flatMap(({ gateway }) => gateway ?? [])).size + unnamed.length;
}

function summarizeAssignment(
  records: readonly GatewayMetrics[],
  composition: number,
  assignment: CanaryAssignment,
  now: number,
): AssignmentMetrics {
  const found = records
    .flatMap(({ minutes }) => minutes)
    .filter((entry) => entry.composition === composition && entry.assignment === assignment);
  const last = Math.floor(now / minute) * minute;
  const times = Array.from({ length: retentionMinutes }, (_, index) => last - (retentionMinutes - 1 - index) * minute);
  const counted = times.map((at) => found.filter((entry) => entry.minute === at).map(({ counts }) => counts));
  return {
    assignment,
    totals: summarizeMetrics(counted.flat()),
    minutes: counted.map((counts, index) => ({ at: times[index] ?? last, ...summarizeMetrics(counts) })),
  };
}

export function summarizeMetrics(all: readonly MetricCounts[]): MetricSummary {
  const sum = (name: keyof Omit<MetricCounts, 'vitals' | 'appErrors'>) =>
    all.reduce((total, counts) => total + counts[name], 0);
  const summarize = (name: VitalName) => {
    const histogram = createEmptyHistogram(name).map((_, index) =>
      all.reduce((total, { vitals }) => total + (vitals[name]?.[index] ?? 0), 0),
    );
    return summarizeVital(name, histogram);
  };
  return {
    views: sum('views'),
    renderFailures: sum('renderFailures'),
    errors: sum('errors'),
    loadFailures: sum('loadFailures'),
    checkoutsStarted: sum('checkoutsStarted'),
    ordersPlaced: sum('ordersPlaced'),
    vitals: mapVitals(summarize),
  };
}
