import { downsample } from './downsample';
import { chartedMetrics, type Metric, type VisitorGroup } from './metric-definitions';

/** A line of a chart. */
export interface ChartLine {
  name: string;
  /** CSS colour. */
  color: string;
  /** One value for each time. Null without data. */
  values: (number | null)[];
}

/** A chart of one metric. */
export interface ChartData {
  name: string;
  format: Metric['format'];
  lines: ChartLine[];
}

/** Charts with one time axis. */
export interface ChartSet {
  times: Date[];
  charts: ChartData[];
}

/** Converts the minutes of visitor groups to charts with a point for every five minutes. */
export function toCanaryCharts(groups: readonly VisitorGroup[]): ChartSet {
  const lines = groups.map(({ name, color, metrics }) => ({ name, color, points: downsample(metrics.minutes) }));
  return {
    times: lines[0]?.points.map(({ at }) => new Date(at)) ?? [],
    charts: chartedMetrics.map(({ name, format, read }) => ({
      name,
      format,
      lines: lines.map(({ points, ...line }) => ({ ...line, values: points.map(read) })),
    })),
  };
}
