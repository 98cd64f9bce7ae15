/** A straight line through points, by least squares. */
export interface Trend {
  /** Change of the value for each unit of x. */
  slope: number;
  /** Bounds of the slope's 95 % confidence interval. Without enough points they are missing (NaN). */
  lower: number;
  upper: number;
}

/** Number of means that the points become: values that follow each other depend on each other, and means much less. */
const groups = 16;
/** Quantile of Student's t-distribution for 95 % and `groups` points. */
const t = 2.145;

/** Fits a line to points in the order of their x. */
export function getTrend(points: readonly { x: number; y: number }[]): Trend {
  if (points.length < groups) return { slope: Number.NaN, lower: Number.NaN, upper: Number.NaN };
  const means = Array.from({ length: groups }, (_, group) => {
    const [from, to] = [group, group + 1].map((edge) => Math.floor((edge * points.length) / groups));
    const part = points.slice(from, to);
    return { x: getMean(part.map(({ x }) => x)), y: getMean(part.map(({ y }) => y)) };
  });
  const [meanX, meanY] = [getMean(means.map(({ x }) => x)), getMean(means.map(({ y }) => y))];
  const spread = means.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope = means.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residuals = means.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  const error = Math.sqrt(residuals / (groups - 2) / spread);
  return { slope, lower: slope - t * error, upper: slope + t * error };
}

const getMean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
