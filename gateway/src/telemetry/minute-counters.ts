import { type Cohort, type Counts, type GatewayRecord, keptMinutes } from '@shop/releases/health/gateway-record';
import { bucketOf, emptyHistogram, vitalNames } from '@shop/releases/health/vitals';
import type { PageBeacon } from '@shop/remote-contract/telemetry';

const minute = 60_000;

export interface MinuteCounters {
  /** The counts of the minute that it is, to add to. */
  at: (now: number, composition: number, cohort: Cohort) => Counts;
  /** The last two hours. */
  list: (now: number) => GatewayRecord['minutes'];
}

/** Counts by minute, composition and cohort, for charts. */
export function createMinuteCounters(): MinuteCounters {
  const kept = new Map<string, GatewayRecord['minutes'][number]>();
  return {
    at: (now, composition, cohort) => {
      const start = now - (now % minute);
      const key = `${start} ${composition} ${cohort}`;
      const entry = kept.get(key) ?? { minute: start, composition, cohort, counts: noCounts() };
      kept.set(key, entry);
      return entry.counts;
    },
    list: (now) => {
      for (const [key, entry] of kept) if (entry.minute <= now - keptMinutes * minute) kept.delete(key);
      return [...kept.values()];
    },
  };
}

const noCounts = (): Counts => ({
  views: 0,
  renderFailures: 0,
  errors: 0,
  loadFailures: 0,
  checkoutsStarted: 0,
  ordersPlaced: 0,
  vitals: {},
});

/** Adds what a page reports. */
export function addBeacon(counts: Counts, beacon: PageBeacon): void {
  counts.errors += beacon.errors;
  counts.loadFailures += beacon.loadFailures;
  counts.checkoutsStarted += beacon.checkoutsStarted;
  counts.ordersPlaced += beacon.ordersPlaced;
  for (const name of vitalNames) {
    const value = beacon.vitals[name];
    if (value === undefined) continue;
    const histogram = counts.vitals[name] ?? emptyHistogram(name);
    const bucket = bucketOf(name, value);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
    counts.vitals[name] = histogram;
  }
}
