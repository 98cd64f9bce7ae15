import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { MetricsReport } from '../../api/responses';
import { columnsOf } from './metric-definitions';
import { HealthTable } from './metric-table';

/** Charts are half of the page's bytes, and nobody waits for them. */
const HealthCharts = lazy(() => import('./metric-charts').then((module) => ({ default: module.HealthCharts })));

/** How what is live does, and the canary beside it: the last two hours. */
export function HealthPanel({ health }: { health: MetricsReport }) {
  const columns = columnsOf(health);
  const hasViews = columns.some((column) => column.health.totals.views > 0);
  return (
    <Box component="section" aria-labelledby="health" sx={{ display: 'grid', gap: 2 }}>
      <div>
        <Typography variant="h2" id="health">
          Health
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {hasViews
            ? `The last two hours, as ${health.gateways} ${health.gateways === 1 ? 'gateway' : 'gateways'} counted them`
            : 'Nobody has visited in the last two hours: figures come with the first visitors.'}
        </Typography>
      </div>
      {hasViews && (
        <>
          <Suspense fallback={<Box sx={{ minHeight: 240 }} />}>
            <HealthCharts columns={columns} />
          </Suspense>
          <HealthTable columns={columns} />
        </>
      )}
    </Box>
  );
}
