import type { MetricVerdict } from '@shop/releases/canary-analysis/analyze-canary';
import type { AssignmentMetrics, MetricsReport } from '@shop/releases/canary-analysis/metrics-report';
import { table } from './format-state';

const milliseconds = (value: number | null) => (value === null ? '-' : `${Math.round(value)} ms`);
const share = ({ visitors, bad }: { visitors: number; bad: number }) => `${bad} of ${visitors}`;

const states: Record<MetricVerdict['state'], string> = {
  'too-few': 'too few visitors yet',
  'no-difference': 'no difference beyond chance',
  worse: 'WORSE',
};

/** How the cohorts of an environment do, in lines; none while no page was counted. */
export function describeHealth({ live, canary, listed, verdict, gateways, skippedRecords }: MetricsReport): string[] {
  const cohorts = [live, canary, listed].filter((one) => one !== null).filter(({ totals }) => totals.views > 0);
  const omissions = skippedRecords.map((sentence) => `  left out of the figures: ${sentence}`);
  if (cohorts.length === 0) return omissions;
  const heading = ['', 'views', 'errors', 'load failures', 'checkouts', 'orders', 'LCP p75', 'INP p75'];
  return [
    `  health of the last two hours, from ${gateways} gateway${gateways === 1 ? '' : 's'}:`,
    ...table([heading, ...cohorts.map(toRow)]),
    ...(verdict ? table(verdict.metrics.map(toVerdictRow)) : []),
    ...omissions,
  ];
}

const toRow = ({ assignment, composition, totals }: AssignmentMetrics) => [
  `${assignment} (${composition})`,
  String(totals.views),
  String(totals.errors + totals.renderFailures),
  String(totals.loadFailures),
  String(totals.checkoutsStarted),
  String(totals.ordersPlaced),
  milliseconds(totals.vitals.LCP.p75),
  milliseconds(totals.vitals.INP.p75),
];

const toVerdictRow = ({ metric, canary, control, state }: MetricVerdict) => [
  metric,
  `canary ${share(canary)} visitors`,
  `control ${share(control)}`,
  states[state],
];
