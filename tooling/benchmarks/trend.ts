/** A straight line through points, by least squares. */
export interface Trend {
  /** Mean of the values. */
  mean: number;
  /** Change of the value for each unit of x. */
  slope: number;
  /** Bounds of the slope's 95 % confidence interval. Without enough points they are infinite. */
  lower: number;
  upper: number;
}

/** Quantile of the normal distribution for 95 %. A soak has more than 30 points. */
const z = 1.96;

/** Fits a line. @throws When there is no point. */
export function getTrend(points: readonly { x: number; y: number }[]): Trend {
  const n = points.length;
  if (n === 0) throw new Error('A trend needs points.');
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const mean = points.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (n < 3 || spread === 0) {
    return { mean, slope: 0, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
  }
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - mean), 0) / spread;
  const residuals = points.reduce((sum, { x, y }) => sum + (y - mean - slope * (x - meanX)) ** 2, 0);
  const error = Math.sqrt(residuals / (n - 2) / spread);
  return { mean, slope, lower: slope - z * error, upper: slope + z * error };
}
