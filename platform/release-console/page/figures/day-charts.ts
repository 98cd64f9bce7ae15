import type { VersionHistory } from '../../api/responses';
import type { ChartSet } from '../canary-metrics/chart-data';
import { versionMetrics } from '../canary-metrics/metric-definitions';

const dayInMs = 86_400_000;
/** Days for which the release store has records of gateways. */
const days = 30;

/** Colours of the lines. */
const colors = ['success-main', 'info-main', 'primary-main', 'text-primary', 'error-main'].map(
  (name) => `var(--console-palette-${name})`,
);

/** Versions of a chart. More lines cannot be told apart. */
export const maxLines = colors.length;

/**
 * Converts the figures of one app to a chart for each metric, with a point for each of the last 30 UTC days.
 *
 * @param versions  Versions with page views, newest first. The first five get a line.
 * @param now  Unix milliseconds.
 */
export function toDayCharts(versions: readonly VersionHistory[], now: number): ChartSet {
  const times = Array.from({ length: days }, (_, index) => {
    const start = Math.floor(now / dayInMs) * dayInMs;
    return new Date(start - (days - 1 - index) * dayInMs);
  });
  const lines = versions.slice(0, maxLines).map((version, index) => {
    const byDay = new Map(version.days.map((figures) => [figures.day, figures]));
    const points = times.map((time) => byDay.get(time.toISOString().slice(0, 10)) ?? null);
    return { name: version.version, color: colors[index] ?? '', points };
  });
  return {
    times,
    charts: versionMetrics.map(({ name, format, read }) => ({
      name,
      format,
      lines: lines.map(({ points, ...line }) => ({ ...line, values: points.map((point) => point && read(point)) })),
    })),
  };
}
