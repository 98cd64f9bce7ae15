import type { Summary } from './statistics';

/** Formats milliseconds without a unit. Null and missing values are a dash; an event that did not happen is infinite. */
export function formatMs(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '-';
  return Number.isFinite(value) ? value.toFixed(0) : 'never';
}

/** Formats bytes as kilobytes (1,024 bytes) without a unit. */
export const formatKilobytes = (bytes: number): string => (Number.isFinite(bytes) ? (bytes / 1024).toFixed(1) : '-');

/** Formats the median of measurements and their range: `1340 (1290–1402)`. */
export function formatSummary({ median, min, max, count }: Summary, format: (value: number) => string = formatMs) {
  if (count === 0) return '-';
  const range = `${format(min)}–${format(max)}`;
  return format(min) === format(max) ? format(median) : `${format(median)} (${range})`;
}

/** Formats a value as a multiple of another one: `0.27`. */
export const formatRatio = (value: number, reference: number): string =>
  reference > 0 && Number.isFinite(value) ? (value / reference).toFixed(2) : '-';
