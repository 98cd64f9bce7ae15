import type { MetricsReport, VersionMetrics } from '../../api/responses';
import { formatApps } from '../format/format';

type MetricFigures = MetricsReport['live']['totals'];

/** A metric of pages: how to read it from figures and how to format it. */
export interface Metric<Figures = MetricFigures> {
  name: string;
  unit: string;
  /** Null without data. */
  read: (figures: Figures) => number | null;
  format: (value: number) => string;
}

/** Formats a metric of figures. Null without data. */
export function formatFigure<Figures>({ read, format }: Metric<Figures>, figures: Figures): string | null {
  const value = read(figures);
  return value === null ? null : format(value);
}

const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const percent = (value: number) => `${value.toFixed(1)} %`;

/** Metrics with a chart. */
export const chartedMetrics: readonly Metric[] = [
  {
    name: 'Largest Contentful Paint (LCP), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.LCP.p75,
    format: milliseconds,
  },
  {
    name: 'Uncaught errors per 100 views',
    unit: '',
    read: ({ errors, views }) => share(errors, views),
    format: (value) => value.toFixed(1),
  },
  {
    name: 'Sections that failed to load per 100 views',
    unit: '',
    read: ({ loadFailures, views }) => share(loadFailures, views),
    format: (value) => value.toFixed(1),
  },
  {
    name: 'Checkouts that became orders',
    unit: '%',
    read: ({ ordersPlaced, checkoutsStarted }) => share(ordersPlaced, checkoutsStarted),
    format: percent,
  },
];

/** Metrics of the table. */
export const allMetrics: readonly Metric[] = [
  { name: 'Page views', unit: '', read: ({ views }) => views, format: (value) => value.toLocaleString('en') },
  ...chartedMetrics,
  {
    name: 'Interaction to Next Paint (INP), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.INP.p75,
    format: milliseconds,
  },
  {
    name: 'Cumulative Layout Shift (CLS), 75th percentile',
    unit: '',
    read: ({ vitals }) => vitals.CLS.p75,
    format: (value) => value.toFixed(3),
  },
  {
    name: 'Time to First Byte (TTFB), 75th percentile',
    unit: 'ms',
    read: ({ vitals }) => vitals.TTFB.p75,
    format: milliseconds,
  },
  {
    name: 'Pages that the server failed to render',
    unit: '',
    read: ({ renderFailures }) => renderFailures,
    format: (value) => value.toLocaleString('en'),
  },
];

const count = (value: number) => value.toLocaleString('en');

/** Figures of one version. */
export type VersionFigures = MetricFigures & Pick<VersionMetrics, 'ownErrors'>;

/** Metrics by version, as the command `figures` shows them. The vitals are 75th percentiles. */
export const versionMetrics: readonly Metric<VersionFigures>[] = [
  { name: 'Page views', unit: '', read: ({ views }) => views, format: count },
  { name: 'Errors', unit: '', read: ({ errors }) => errors, format: count },
  { name: 'Own errors', unit: '', read: ({ ownErrors }) => ownErrors, format: count },
  { name: 'Load failures', unit: '', read: ({ loadFailures }) => loadFailures, format: count },
  { name: 'Render failures', unit: '', read: ({ renderFailures }) => renderFailures, format: count },
  { name: 'LCP', unit: 'ms', read: ({ vitals }) => vitals.LCP.p75, format: milliseconds },
  { name: 'INP', unit: 'ms', read: ({ vitals }) => vitals.INP.p75, format: milliseconds },
  { name: 'CLS', unit: '', read: ({ vitals }) => vitals.CLS.p75, format: (value) => value.toFixed(3) },
  { name: 'TTFB', unit: 'ms', read: ({ vitals }) => vitals.TTFB.p75, format: milliseconds },
];

/** A group of visitors with its name and colour in charts and table. */
export interface VisitorGroup {
  name: string;
  color: string;
  metrics: MetricsReport['live'];
}

/** Colours of the canaries' lines: one for each canary that can run. */
const canaryColors = ['primary-main', 'warning-main', 'error-main', 'info-main'];

/** The groups of a report: visitors in no canary, and for each canary its visitors by chance and by a list. */
export function toGroups({ live, canaries }: MetricsReport): VisitorGroup[] {
  const name = canaries.length > 0 ? 'In no canary' : 'Live';
  const control = { name, color: 'var(--console-palette-success-main)', metrics: live };
  return [
    control,
    ...canaries.flatMap(({ apps, canary, listed }, index): VisitorGroup[] => {
      const group = `Canary of ${formatApps(apps)}`;
      const color = `var(--console-palette-${canaryColors[index] ?? 'outline'})`;
      const lists = { name: `${group} (staff and regions)`, color: 'var(--console-palette-outline)', metrics: listed };
      return [{ name: group, color, metrics: canary }, ...(listed.totals.views > 0 ? [lists] : [])];
    }),
  ];
}
