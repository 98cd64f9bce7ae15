import {
  type CanaryAssignment,
  createEmptyCounts,
  type GatewayMetrics,
  type MetricCounts,
  retentionMinutes,
} from '@shop/releases/canary-analysis/gateway-metrics';
import { createEmptyHistogram, findBucket, vitalNames } from '@shop/releases/canary-analysis/web-vitals';
import type { PageBeacon } from '@shop/remote-contract/telemetry';

const minuteInMs = 60_000;

/** Creates counters per minute, composition and visitor group. Times are Unix milliseconds. */
export function createMinuteCounters() {
  const entries = new Map<string, GatewayMetrics['minutes'][number]>();
  return {
    /** Returns the counters of the current minute. The caller increments them in place. */
    getCurrent: (now: number, composition: number, group: CanaryAssignment): MetricCounts => {
      const minute = now - (now % minuteInMs);
      const key = `${minute} ${composition} ${group}`;
      const entry = entries.get(key) ?? { minute, composition, assignment: group, counts: createEmptyCounts() };
      entries.set(key, entry);
      return entry.counts;
    },
    /** Lists the counters of the last two hours and deletes older ones. */
    list: (now: number) => {
      for (const [key, { minute }] of entries) {
        if (minute <= now - retentionMinutes * minuteInMs) entries.delete(key);
      }
      return [...entries.values()];
    },
  };
}

export function addAppErrors(counts: MetricCounts, appErrors: Readonly<Record<string, number>>): void {
  for (const [release, errors] of Object.entries(appErrors)) {
    counts.appErrors = { ...counts.appErrors, [release]: (counts.appErrors?.[release] ?? 0) + errors };
  }
}

export function addBeacon(counts: MetricCounts, beacon: PageBeacon): void {
  counts.errors += beacon.errors;
  counts.loadFailures += beacon.loadFailures;
  counts.checkoutsStarted += beacon.checkoutsStarted;
  counts.ordersPlaced += beacon.ordersPlaced;
  addAppErrors(counts, beacon.appErrors ?? {});
  for (const name of vitalNames) {
    const value = beacon.vitals[name];
    if (value === undefined) continue;
    const histogram = counts.vitals[name] ?? createEmptyHistogram(name);
    const bucket = findBucket(name, value);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
    counts.vitals[name] = histogram;
  }
}
