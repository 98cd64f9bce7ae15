import type { MetricVerdict } from '@shop/releases/canary-analysis/analyze-canary';
import type { AssignmentMetrics, MetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { formatTable } from './format-table';

const formatMilliseconds = (value: number | null) => (value === null ? '-' : `${Math.round(value)} ms`);
const formatShare = ({ visitors, bad }: { visitors: number; bad: number }) => `${bad} of ${visitors}`;

const states: Record<MetricVerdict['state'], string> = {
  'too-few': 'too few visitors yet',
  'no-difference': 'no significant difference',
  worse: 'WORSE',
};

/** Formats the figures of the live composition and of each canary. Without page views it formats omissions only. */
export function formatMetrics({ live, canaries, gateways, skippedRecords }: MetricsReport): string[] {
  const groups = [
    { name: canaries.length > 0 ? 'in no canary' : 'live', metrics: live },
    ...canaries.flatMap(({ apps, canary, listed }) => [
      { name: `canary of ${apps.join(' and ')}`, metrics: canary },
      { name: `its staff and regions`, metrics: listed },
    ]),
  ].filter(({ metrics }) => metrics.totals.views > 0);
  const omissions = skippedRecords.map((problem) => `  left out of the figures: ${problem}`);
  if (groups.length === 0) return omissions;
  const heading = ['', 'views', 'errors', 'load failures', 'checkouts', 'orders', 'LCP p75', 'INP p75'];
  return [
    `  figures of the last two hours, from ${gateways} gateway${gateways === 1 ? '' : 's'}:`,
    ...formatTable([heading, ...groups.map(toRow)]),
    ...canaries.flatMap(({ apps, verdict }) =>
      formatTable(verdict.metrics.map((metric) => toVerdictRow(apps, metric))),
    ),
    ...omissions,
  ];
}

const toRow = ({ name, metrics: { totals } }: { name: string; metrics: AssignmentMetrics }) => [
  name,
  String(totals.views),
  String(totals.errors + totals.renderFailures),
  String(totals.loadFailures),
  String(totals.checkoutsStarted),
  String(totals.ordersPlaced),
  formatMilliseconds(totals.vitals.LCP.p75),
  formatMilliseconds(totals.vitals.INP.p75),
];

const toVerdictRow = (apps: readonly string[], { metric, canary, control, state }: MetricVerdict) => [
  apps.join(' and '),
  metric,
  `canary ${formatShare(canary)} visitors`,
  `control ${formatShare(control)}`,
  states[state],
];
