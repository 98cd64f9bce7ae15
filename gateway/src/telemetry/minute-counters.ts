import {
  type CanaryAssignment,
  type GatewayMetrics,
  type MetricCounts,
  retentionMinutes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import { createEmptyHistogram, findBucket, vitalNames } from '@shop/releases/canary-analysis/web-vitals';
import type { PageBeacon } from '@shop/remote-contract/telemetry';

const minute = 60_000;

export interface MinuteCounters {
  /** The counts of the minute that it is, to add to. */
  at: (now: number, composition: number, cohort: CanaryAssignment) => MetricCounts;
  /** The last two hours. */
  list: (now: number) => GatewayMetrics['minutes'];
}

/** Counts by minute, composition and cohort, for charts. */
export function createMinuteCounters(): MinuteCounters {
  const kept = new Map<string, GatewayMetrics['minutes'][number]>();
  return {
    at: (now, composition, cohort) => {
      const start = now - (now % minute);
      const key = `${start} ${composition} ${cohort}`;
      const entry = kept.get(key) ?? { minute: start, composition, assignment: cohort, counts: noCounts() };
      kept.set(key, entry);
      return entry.counts;
    },
    list: (now) => {
      for (const [key, entry] of kept) if (entry.minute <= now - retentionMinutes * minute) kept.delete(key);
      return [...kept.values()];
    },
  };
}

const noCounts = (): MetricCounts => ({
  views: 0,
  renderFailures: 0,
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
});

/** Adds what a page reports. */
export function addBeacon(counts: MetricCounts, beacon: PageBeacon): void {
  counts.errors += beacon.errors;
  counts.loadFailures += beacon.loadFailures;
  counts.checkoutsStarted += beacon.checkoutsStarted;
  counts.ordersPlaced += beacon.ordersPlaced;
  for (const name of vitalNames) {
    const value = beacon.vitals[name];
    if (value === undefined) continue;
    const histogram = counts.vitals[name] ?? createEmptyHistogram(name);
    const bucket = findBucket(name, value);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
    counts.vitals[name] = histogram;
  }
}
