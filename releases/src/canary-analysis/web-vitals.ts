/** The web vitals that are counted. All but CLS are milliseconds; CLS has no unit. Names as in the `web-vitals` library. */
export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type VitalName = (typeof vitalNames)[number];

/**
 * Upper bounds of each histogram's buckets; one more bucket holds what lies above the last. They never change: counts of
 * several gateways, some older, add up bucket by bucket. "Good" and "poor" of web.dev are bounds.
 */
export const vitalBounds: Readonly<Record<VitalName, readonly number[]>> = {
  LCP: [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12_000],
  INP: [25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1000, 2000],
  CLS: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1],
  TTFB: [50, 100, 200, 300, 400, 600, 800, 1000, 1300, 1800, 2500, 4000],
};

/** Above `good` a value wants improving, above `poor` it is poor. @see https://web.dev/articles/vitals */
export const vitalThresholds: Readonly<Record<VitalName, { good: number; poor: number }>> = {
  LCP: { good: 2500, poor: 4000 },
  INP: { good: 200, poor: 500 },
  CLS: { good: 0.1, poor: 0.25 },
  TTFB: { good: 800, poor: 1800 },
};

/** How often each bucket was met; one number more than the vital has bounds. */
export type Histogram = number[];

export const createEmptyHistogram = (name: VitalName): Histogram => Array(vitalBounds[name].length + 1).fill(0);

/** The bucket that a value falls into: the first whose upper bound it does not exceed. */
export function findBucket(name: VitalName, value: number): number {
  const at = vitalBounds[name].findIndex((bound) => value <= bound);
  return at === -1 ? vitalBounds[name].length : at;
}

/** A vital in three figures. */
export interface VitalSummary {
  samples: number;
  /** Value that three quarters of the samples do not exceed, read from the histogram; null without samples. */
  p75: number | null;
  /** Share of the samples that are poor, 0 to 1; null without samples. */
  poorShare: number | null;
}

/**
 * Reads a histogram. The quantile is interpolated within its bucket; one in the last, open bucket is given as the last
 * bound.
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
  for (const [at, count] of histogram.entries()) {
    if (count > 0 && below + count >= rank) {
      const lower = at === 0 ? 0 : (bounds[at - 1] ?? 0);
      const upper = bounds[at] ?? lower;
      return lower + ((upper - lower) * (rank - below)) / count;
    }
    below += count;
  }
  return bounds.at(-1) ?? 0;
}
