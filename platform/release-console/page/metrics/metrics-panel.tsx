import { Box } from '@mui/material';
import type { MetricsReport } from '@shop/releases/service-api/responses';
import { lazy, Suspense } from 'react';
import { DataTable } from '../components/data-table';
import { Section } from '../components/layout';
import { toCanaryCharts } from './chart-data';
import { allMetrics, formatMetric, toGroups } from './metric-definitions';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lazy: the charts are half of the page's bytes and are not needed for the first view. */
export const MetricCharts = lazy(() => import('./metric-charts').then((file) => ({ default: file.MetricCharts })));

/** Metrics of the live composition and of the canaries in the last two hours: charts, and a table of all metrics. */
export function MetricsPanel({ metrics }: { metrics: MetricsReport }) {
  const groups = toGroups(metrics);
  const hasViews = groups.some((group) => group.metrics.totals.views > 0);
  const note = hasViews
    ? `Last two hours; ${metrics.gateways} ${metrics.gateways === 1 ? 'gateway runs' : 'gateways run'} now`
    : 'No page views in the last two hours.';
  return (
    <Section title="Metrics" note={note}>
      {hasViews && (
        <>
          <Suspense fallback={<Box sx={{ minHeight: 240 }} />}>
            <MetricCharts {...toCanaryCharts(groups)} formatTime={(at) => clock.format(at)} />
          </Suspense>
          <MetricsTable metrics={metrics} />
        </>
      )}
    </Section>
  );
}

/** Metrics of the live composition and of the canaries in the last two hours. */
export function MetricsTable({ metrics }: { metrics: MetricsReport }) {
  const groups = toGroups(metrics);
  return (
    <DataTable
      name={`Metrics of ${metrics.env} in the last two hours`}
      rowHeading="Metric"
      columns={groups}
      rows={allMetrics.map((metric) => ({
        name: metric.name,
        cells: groups.map((group) => formatMetric(metric, group.metrics.totals)),
      }))}
    />
  );
}
