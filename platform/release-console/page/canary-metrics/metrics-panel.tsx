import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { MetricsReport } from '../../api/responses';
import { toCanaryCharts } from './chart-data';
import { toGroups } from './metric-definitions';
import { MetricTable } from './metric-table';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Lazy: the charts are half of the page's bytes and are not needed for the first view. */
const MetricCharts = lazy(() => import('./metric-charts').then((module) => ({ default: module.MetricCharts })));

/** Metrics of the live composition and of the canaries in the last two hours. */
export function MetricsPanel({ metrics }: { metrics: MetricsReport }) {
  const groups = toGroups(metrics);
  const hasViews = groups.some((group) => group.metrics.totals.views > 0);
  return (
    <Box component="section" aria-labelledby="metrics" sx={{ display: 'grid', gap: 2 }}>
      <div>
        <Typography variant="h2" id="metrics">
          Metrics
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {hasViews
            ? `Last two hours, from ${metrics.gateways} ${metrics.gateways === 1 ? 'gateway' : 'gateways'}`
            : 'No page views in the last two hours.'}
        </Typography>
      </div>
      {hasViews && (
        <>
          <Suspense fallback={<Box sx={{ minHeight: 240 }} />}>
            <MetricCharts {...toCanaryCharts(groups)} formatTime={(at) => clock.format(at)} />
          </Suspense>
          <MetricTable groups={groups} />
        </>
      )}
    </Box>
  );
}
