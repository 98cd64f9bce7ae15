import { toCanaryName } from '../state/canary';
import type { Environment, LiveState } from '../state/environment';
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

export interface MetricSummary extends Omit<MetricCounts, 'vitals' | 'appErrors'> {
  vitals: Record<VitalName, VitalSummary>;
}

export interface MetricsMinute extends MetricSummary {
  /** Start of the minute in Unix milliseconds. */
  at: number;
}

export interface AssignmentMetrics {
  assignment: CanaryAssignment;
  totals: MetricSummary;
  /** The last two hours, oldest first, including minutes without counts. */
  minutes: MetricsMinute[];
}

/** Metrics of one canary, over every composition that contains it. */
export interface CanaryMetrics {
  id: string;
  apps: string[];
  owner: string;
  /** Randomly selected visitors. Those of a second canary count for both. */
  canary: AssignmentMetrics;
  /** Staff, and visitors from listed regions or groups. */
  listed: AssignmentMetrics;
  /** Comparison with the visitors who are not in this canary. */
  verdict: CanaryVerdict;
}

export interface MetricsReport {
  env: string;
  /** Unix milliseconds. */
  at: number;
  /** Number of the environment's last change. */
  head: number;
  /** Number of gateways that have written metrics within the last two hours. */
  gateways: number;
  /** A message for each gateway whose metrics are invalid and not included. */
  skippedRecords: string[];
  /** The live composition: visitors who are in no canary. */
  live: AssignmentMetrics;
  canaries: CanaryMetrics[];
}

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
  const summarize = (compositions: readonly number[], assignment: CanaryAssignment) =>
    summarizeAssignment(records, compositions, assignment, now);
  const { live, canaries } = state;
  return {
    env: name,
    at: now,
    head: state.head.seq,
    gateways: records.filter(({ at }) => at > now - retentionMinutes * minute).length,
    skippedRecords,
    live: summarize([live.seq], 'control'),
    canaries: canaries.map((canary) => {
      const compositions = listCanarySeqs(state, canary.id);
      return {
        ...toCanaryName(canary),
        canary: summarize(compositions, 'canary'),
        listed: summarize(compositions, 'listed'),
        verdict: analyzeCanary(records, canary.id),
      };
    }),
  };
}

const listCanarySeqs = ({ canaries, pairs }: LiveState, id: string): number[] => [
  ...canaries.filter((canary) => canary.id === id).map(({ composition }) => composition.seq),
  ...pairs.filter((pair) => pair.canaries.includes(id)).map(({ composition }) => composition.seq),
];

function summarizeAssignment(
  records: readonly GatewayMetrics[],
  compositions: readonly number[],
  assignment: CanaryAssignment,
  now: number,
): AssignmentMetrics {
  const found = records
    .flatMap(({ minutes }) => minutes)
    .filter((entry) => compositions.includes(entry.composition) && entry.assignment === assignment);
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
    vitals: { LCP: summarize('LCP'), INP: summarize('INP'), CLS: summarize('CLS'), TTFB: summarize('TTFB') },
  };
}
