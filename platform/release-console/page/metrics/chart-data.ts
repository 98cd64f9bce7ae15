import type { MetricsReport, VersionHistory } from '@shop/releases/service-api/responses';
import { chartedMetrics, type Metric, type VisitorGroup, versionMetrics } from './metric-definitions';

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

type LineSource<Totals> = Pick<ChartLine, 'name' | 'color'> & { points: (Totals | null)[] };

/** Creates a chart for each metric, with the same lines. */
const createCharts = <Totals>(metrics: readonly Metric<Totals>[], lines: readonly LineSource<Totals>[]): ChartData[] =>
  metrics.map(({ name, format, read }) => ({
    name,
    format,
    lines: lines.map(({ points, ...line }) => ({ ...line, values: points.map((point) => point && read(point)) })),
  }));

/** Converts the minutes of visitor groups to charts with a point for every five minutes. */
export function toCanaryCharts(groups: readonly VisitorGroup[]): ChartSet {
  const lines = groups.map(({ name, color, metrics }) => ({ name, color, points: downsample(metrics.minutes) }));
  const times = lines[0]?.points.map(({ at }) => new Date(at)) ?? [];
  return { times, charts: createCharts(chartedMetrics, lines) };
}

type Minute = MetricsReport['live']['minutes'][number];
type Vital = Minute['vitals']['LCP'];

/** Minutes per point of a chart: single minutes are too noisy. */
const minutesPerPoint = 5;

/**
 * Combines minutes into points of five minutes.
 *
 * @returns Sums of the counts. The p75 of a vital is the mean of the minutes' p75, weighted by samples: an approximation,
 *   because the page does not receive the histograms.
 */
export function downsample(minutes: readonly Minute[]): Minute[] {
  return Array.from({ length: Math.ceil(minutes.length / minutesPerPoint) }, (_, index) =>
    sumMinutes(minutes.slice(index * minutesPerPoint, (index + 1) * minutesPerPoint)),
  );
}

function sumMinutes(minutes: readonly Minute[]): Minute {
  const sum = (name: Exclude<keyof Minute, 'vitals' | 'at'>) =>
    minutes.reduce((total, entry) => total + entry[name], 0);
  const vital = (name: keyof Minute['vitals']) => meanVital(minutes.map(({ vitals }) => vitals[name]));
  return {
    at: minutes[0]?.at ?? 0,
    views: sum('views'),
    renderFailures: sum('renderFailures'),
    errors: sum('errors'),
    loadFailures: sum('loadFailures'),
    checkoutsStarted: sum('checkoutsStarted'),
    ordersPlaced: sum('ordersPlaced'),
    vitals: { LCP: vital('LCP'), INP: vital('INP'), CLS: vital('CLS'), TTFB: vital('TTFB'), TBT: vital('TBT') },
  };
}

function meanVital(vitals: readonly Vital[]): Vital {
  const samples = vitals.reduce((total, vital) => total + vital.samples, 0);
  const mean = (read: (vital: Vital) => number | null) =>
    samples === 0 ? null : vitals.reduce((total, vital) => total + (read(vital) ?? 0) * vital.samples, 0) / samples;
  return { samples, p75: mean(({ p75 }) => p75), poorShare: mean(({ poorShare }) => poorShare) };
}

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
 * Converts the metrics of one app to a chart for each metric, with a point for each of the last 30 UTC days.
 *
 * @param versions  Versions with page views, newest first. The first five get a line.
 * @param now  Unix milliseconds.
 */
export function toDayCharts(versions: readonly VersionHistory[], now: number): ChartSet {
  const today = Math.floor(now / dayInMs) * dayInMs;
  const times = Array.from({ length: days }, (_, index) => new Date(today - (days - 1 - index) * dayInMs));
  const lines = versions.slice(0, maxLines).map((version, index) => {
    const byDay = new Map(version.days.map((totals) => [totals.day, totals]));
    const points = times.map((time) => byDay.get(time.toISOString().slice(0, 10)) ?? null);
    return { name: version.version, color: colors[index] ?? '', points };
  });
  return { times, charts: createCharts(versionMetrics, lines) };
}
