import { Box } from '@mui/material';
import type { MetricsReport } from '@shop/releases/service-api/responses';
import { Suspense, useState } from 'react';
import { createLazy } from '../components/create-lazy';
import { DataTable } from '../components/data-table';
import { Section } from '../components/layout';
import { ErrorBoundary } from '../frame/error-boundary';
import { toCanaryCharts } from './chart-data';
import type { MetricChartsProps } from './metric-charts';
import { allMetrics, formatMetric, toGroups } from './metric-definitions';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lazy: the charts are half of the page's bytes and are not needed for the first view. */
const getCharts = createLazy(() => import('./metric-charts').then((file) => file.MetricCharts));

interface LazyChartsProps extends MetricChartsProps {
  /** CSS pixels of the placeholder. */
  minHeight: number;
}

/** One chart per metric, or why they cannot be shown: the rest of the view stays. */
export function LazyCharts({ minHeight, ...props }: LazyChartsProps) {
  const [MetricCharts] = useState(getCharts);
  return (
    <ErrorBoundary what="The charts">
      <Suspense fallback={<Box sx={{ minHeight }} />}>
        <MetricCharts {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

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
          <LazyCharts minHeight={240} {...toCanaryCharts(groups)} formatTime={(at) => clock.format(at)} />
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
