import { formatApps } from '@shop/releases/change-model/words';
import type { MetricsReport, VersionHistory } from '@shop/releases/service-api/responses';

export type MetricTotals = MetricsReport['live']['totals'];
/** Metrics of one version. */
export type VersionTotals = MetricTotals & Pick<VersionHistory, 'ownErrors'>;

/** A metric of pages: how to read it from totals and how to format it. */
export interface Metric<Totals = MetricTotals> {
  name: string;
  /** Null without data. */
  read: (totals: Totals) => number | null;
  format: (value: number) => string;
}

/** Formats a metric. Null without data. */
export function formatMetric<Totals>({ read, format }: Metric<Totals>, totals: Totals): string | null {
  const value = read(totals);
  return value === null ? null : format(value);
}

/** A number that gateways count. */
const count = <Key extends string>(name: string, key: Key): Metric<Record<Key, number>> => ({
  name,
  read: (totals) => totals[key],
  format: (value) => value.toLocaleString('en'),
});

/** The 75th percentile of a web vital. */
const vital = (name: string, key: keyof MetricTotals['vitals']): Metric => ({
  name,
  read: ({ vitals }) => vitals[key].p75,
  format: (value) => (key === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`),
});

const share = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : null);

/** A count per 100 views, which compares groups and versions with different numbers of views. */
const rate = <Key extends string>(name: string, key: Key): Metric<Record<Key | 'views', number>> => ({
  name,
  read: (totals) => share(totals[key], totals.views),
  format: (value) => value.toFixed(1),
});

/** Metrics with a chart. */
export const chartedMetrics: readonly Metric[] = [
  vital('Largest Contentful Paint (LCP), 75th percentile', 'LCP'),
  rate('Uncaught errors per 100 views', 'errors'),
  rate('Sections that failed to load per 100 views', 'loadFailures'),
  {
    name: 'Checkouts that became orders',
    read: ({ ordersPlaced, checkoutsStarted }) => share(ordersPlaced, checkoutsStarted),
    format: (value) => `${value.toFixed(1)} %`,
  },
];

/** Metrics of the table. */
export const allMetrics: readonly Metric[] = [
  count('Page views', 'views'),
  ...chartedMetrics,
  vital('Interaction to Next Paint (INP), 75th percentile', 'INP'),
  vital('Cumulative Layout Shift (CLS), 75th percentile', 'CLS'),
  vital('Time to First Byte (TTFB), 75th percentile', 'TTFB'),
  vital('Total Blocking Time of the start (TBT), 75th percentile', 'TBT'),
  count('Pages that the server failed to render', 'renderFailures'),
];

/** Own errors per 100 views. */
export const ownErrorRate: Metric<VersionTotals> = rate('Error rate', 'ownErrors');

/** Metrics by version, as the command `metrics` shows them. The vitals are 75th percentiles. */
export const versionMetrics: readonly Metric<VersionTotals>[] = [
  count('Page views', 'views'),
  count('Errors', 'errors'),
  count('Own errors', 'ownErrors'),
  count('Load failures', 'loadFailures'),
  count('Render failures', 'renderFailures'),
  ...(['LCP', 'INP', 'CLS', 'TTFB', 'TBT'] as const).map((key) => vital(key, key)),
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
      const lists = {
        name: `${group} (staff, regions and groups)`,
        color: 'var(--console-palette-outline)',
        metrics: listed,
      };
      return [{ name: group, color, metrics: canary }, ...(listed.totals.views > 0 ? [lists] : [])];
    }),
  ];
}
