import * as v from 'valibot';
import { Count } from '../store/schemas';

/**
 * Web vitals, named as in the `web-vitals` library, and the total blocking time of a page's start. CLS has no unit; the others are
 * milliseconds. Only Chromium measures TBT.
 */
export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB', 'TBT'] as const;
export type VitalName = (typeof vitalNames)[number];

/** Creates a value for each vital. */
export const mapVitals = <Value>(create: (name: VitalName) => Value) =>
  Object.fromEntries(vitalNames.map((name) => [name, create(name)])) as Record<VitalName, Value>;

/**
 * Upper bounds of the histogram buckets. One more bucket holds the values above the last bound. The bounds must not change,
 * because the counts of gateways of different versions are added bucket by bucket. The thresholds of web.dev are bounds.
 */
export const vitalBounds: Readonly<Record<VitalName, readonly number[]>> = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12_000],
  INP: [25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000],
  CLS: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1],
  TTFB: [50, 100, 200, 300, 400, 600, 800, 1000, 1300, 1800, 2500, 4000],
  TBT: [50, 100, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 5000],
};

/**
 * A value above `good` needs improvement. A value above `poor` is poor.
 *
 * @see https://web.dev/articles/vitals
 * @see https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time for TBT on phones
 */
export const vitalThresholds: Readonly<Record<VitalName, { good: number; poor: number }>> = {
  LCP: { good: 2500, poor: 4000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  TTFB: { good: 800, poor: 1800 },
  TBT: { good: 200, poor: 600 },
};

/** Number of samples in each bucket. It has one bucket more than the vital has bounds. */
export type Histogram = number[];

export const createEmptyHistogram = (name: VitalName): Histogram => Array(vitalBounds[name].length + 1).fill(0);

export function findBucket(name: VitalName, value: number): number {
  const index = vitalBounds[name].findIndex((bound) => value <= bound);
  return index === -1 ? vitalBounds[name].length : index;
}

export const VitalSummary = v.object({
  samples: Count,
  /** 75th percentile, interpolated from the histogram. Null without samples. */
  p75: v.nullable(v.number()),
  /** Share of the samples that are poor, 0 to 1. Null without samples. */
  poorShare: v.nullable(v.number()),
});
export type VitalSummary = v.InferOutput<typeof VitalSummary>;

/**
 * Summarizes a histogram. The percentile is interpolated within its bucket. In the last bucket, which has no upper bound, it
 * is the last bound.
 */
export function summarizeVital(name: VitalName, histogram: Histogram): VitalSummary {
  const bounds = vitalBounds[name];
  const samples = histogram.reduce((sum, count) => sum + count, 0);
  if (samples === 0) return { samples, p75: null, poorShare: null };
  const poor = histogram.slice(bounds.indexOf(vitalThresholds[name].poor) + 1);
  const poorShare = poor.reduce((sum, count) => sum + count, 0) / samples;
  return { samples, p75: quantile(bounds, histogram, samples * 0.75), poorShare };
}

function quantile(bounds: readonly number[], histogram: Histogram, rank: number): number {
  let below = 0;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && below + count >= rank) {
      const lower = bounds[index - 1] ?? 0;
      const upper = bounds[index] ?? lower;
      return lower + ((upper - lower) * (rank - below)) / count;
    }
    below += count;
  }
  return bounds.at(-1) ?? 0;
}
