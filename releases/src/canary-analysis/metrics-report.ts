import type { Environment } from '../state/environment';
import { readLiveState } from '../state/live-state';
import { analyzeCanary, type CanaryVerdict } from './analyze-canary';
import {
  type CanaryAssignment,
  type GatewayMetrics,
  type MetricCounts,
  readAllGatewayMetrics,
  retentionMinutes,
} from './gateway-metrics';
import { createEmptyHistogram, summarizeVital, type VitalName, type VitalSummary } from './web-vitals';

const minute = 60_000;

/** What was counted, and the vitals in figures. */
export interface MetricFigures extends Omit<MetricCounts, 'vitals'> {
  vitals: Record<VitalName, VitalSummary>;
}

/** One minute of a chart. */
export interface MetricsMinute extends MetricFigures {
  /** Unix milliseconds at which it began. */
  at: number;
}

/** How a composition does for a part of the visitors. */
export interface AssignmentMetrics {
  /** The composition's `seq`. */
  composition: number;
  assignment: CanaryAssignment;
  /** Sums over the minutes below. */
  totals: MetricFigures;
  /** The last two hours, oldest first, minutes without anything included. */
  minutes: MetricsMinute[];
}

/** How an environment does, summed over its gateways. */
export interface MetricsReport {
  env: string;
  /** Unix milliseconds. */
  at: number;
  /** The change of the environment that was read. */
  head: number;
  /** Gateways that have reported within the time shown. */
  gateways: number;
  /** A sentence about each record that is not what a gateway writes, and was left out. */
  skippedRecords: string[];
  /** The live composition: while a canary runs, its control. */
  live: AssignmentMetrics;
  /** Visitors whom chance gave the canary; null while none runs. */
  canary: AssignmentMetrics | null;
  /** Visitors whom a list gave the canary; null while none runs. */
  listed: AssignmentMetrics | null;
  /** Whether the canary is worse than its control; null while none runs. */
  verdict: CanaryVerdict | null;
}

/**
 * How what is live, and the canary beside it, do.
 *
 * @param now Unix milliseconds; the two hours before it are shown.
 * @returns Null when nothing was ever promoted.
 */
export async function readMetricsReport(environment: Environment, now = Date.now()): Promise<MetricsReport | null> {
  const { store, name } = environment;
  const state = await readLiveState(environment);
  if (!state) return null;
  const { records, skippedRecords } = await readAllGatewayMetrics(store, name);
  const of = (composition: number, assignment: CanaryAssignment) =>
    summarizeAssignment(records, composition, assignment, now);
  const { live, canary } = state;
  return {
    env: name,
    at: now,
    head: state.head.seq,
    gateways: records.filter(({ at }) => at > now - retentionMinutes * minute).length,
    skippedRecords,
    live: of(live.seq, 'control'),
    canary: canary && of(canary.seq, 'canary'),
    listed: canary && of(canary.seq, 'listed'),
    verdict: canary && analyzeCanary(records, canary.seq),
  };
}

function summarizeAssignment(
  records: readonly GatewayMetrics[],
  composition: number,
  assignment: CanaryAssignment,
  now: number,
): AssignmentMetrics {
  const found = records
    .flatMap(({ minutes }) => minutes)
    .filter((one) => one.composition === composition && one.assignment === assignment);
  const last = Math.floor(now / minute) * minute;
  const times = Array.from({ length: retentionMinutes }, (_, at) => last - (retentionMinutes - 1 - at) * minute);
  const counted = times.map((at) => found.filter((one) => one.minute === at).map(({ counts }) => counts));
  return {
    composition,
    assignment,
    totals: toFigures(counted.flat()),
    minutes: counted.map((counts, at) => ({ at: times[at] ?? last, ...toFigures(counts) })),
  };
}

/** Adds counts up and reads their vitals. */
function toFigures(all: readonly MetricCounts[]): MetricFigures {
  const sum = (name: keyof Omit<MetricCounts, 'vitals'>) => all.reduce((total, counts) => total + counts[name], 0);
  const histogram = (name: VitalName) =>
    createEmptyHistogram(name).map((_, at) => all.reduce((total, { vitals }) => total + (vitals[name]?.[at] ?? 0), 0));
  return {
    views: sum('views'),
    renderFailures: sum('renderFailures'),
    errors: sum('errors'),
    loadFailures: sum('loadFailures'),
    checkoutsStarted: sum('checkoutsStarted'),
    ordersPlaced: sum('ordersPlaced'),
    vitals: {
      LCP: summarizeVital('LCP', histogram('LCP')),
      INP: summarizeVital('INP', histogram('INP')),
      CLS: summarizeVital('CLS', histogram('CLS')),
      TTFB: summarizeVital('TTFB', histogram('TTFB')),
    },
  };
}
