import type { MetricCounts } from '@shop/releases/canary-analysis/gateway-metrics';
import { formatDay } from '@shop/releases/store/daily-records';
import { createEmptyCounts } from './minute-counters';

/** Counts of one day, by composition. */
export interface DayCounts {
  /** UTC day, such as `2026-11-21`. */
  day: string;
  compositions: { composition: number; counts: MetricCounts }[];
}

/** Counters per UTC day and composition. Times are Unix milliseconds. */
export interface DayCounters {
  /** Returns the counters of the current day. The caller increments them in place. */
  getCurrent: (now: number, composition: number) => MetricCounts;
  /** Lists the days that have changed since `markWritten`. */
  listUnwritten: () => DayCounts[];
  /** Marks a day as written, and deletes it when it is over. */
  markWritten: (day: string, now: number) => void;
}

export function createDayCounters(): DayCounters {
  const days = new Map<string, Map<number, MetricCounts>>();
  const unwritten = new Set<string>();
  return {
    getCurrent: (now, composition) => {
      const day = formatDay(now);
      unwritten.add(day);
      const compositions = days.get(day) ?? new Map<number, MetricCounts>();
      days.set(day, compositions);
      const counts = compositions.get(composition) ?? createEmptyCounts();
      compositions.set(composition, counts);
      return counts;
    },
    listUnwritten: () =>
      [...unwritten].map((day) => ({
        day,
        compositions: [...(days.get(day) ?? [])].map(([composition, counts]) => ({ composition, counts })),
      })),
    markWritten: (day, now) => {
      unwritten.delete(day);
      if (day < formatDay(now)) days.delete(day);
    },
  };
}
