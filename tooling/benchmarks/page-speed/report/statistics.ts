/**
 * Returns the median: the middle value, or the mean of the two middle values. NaN without values.
 *
 * @example getMedian([3, 1, 2]) // 2
 */
export function getMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  if (!Number.isInteger(middle)) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Returns the smallest value that at least a share of the values do not exceed (nearest rank). NaN without values.
 *
 * @param share Above 0, up to 1: 0.75 for the 75th percentile.
 */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Median and range of repeated measurements. */
export interface Summary {
  median: number;
  min: number;
  max: number;
  /** Number of measurements. */
  count: number;
}

/** Summarizes measurements. Values that are missing (null) do not count. */
export function summarize(values: readonly (number | null)[]): Summary {
  const present = values.filter((value) => value !== null);
  return { median: getMedian(present), min: Math.min(...present), max: Math.max(...present), count: present.length };
}
