import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useMemo } from 'react';
import type { VersionHistory } from '../../api/responses';
import { maxLines, toDayCharts } from './day-charts';
import { DayTable } from './day-table';

/** Lazy: the table is there before the code of the charts. */
const MetricCharts = lazy(() =>
  import('../canary-metrics/metric-charts').then((file) => ({ default: file.MetricCharts })),
);

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const formatDay = (time: Date) => dayFormat.format(time);

export interface FiguresByDayProps {
  app: string;
  /** Versions of every app, newest first. */
  versions: readonly VersionHistory[];
}

/** A chart of each figure of one app, with a line for each version, and the numbers of each chart. */
export function FiguresByDay({ app, versions }: FiguresByDayProps) {
  const viewed = useMemo(
    () => versions.filter((entry) => entry.app === app && entry.totals.views > 0),
    [app, versions],
  );
  const { times, charts } = useMemo(() => toDayCharts(viewed, Date.now()), [viewed]);
  const lines = charts[0]?.lines ?? [];
  const isCut = viewed.length > maxLines;
  return (
    <Box
      component="section"
      aria-labelledby="figures-by-day"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}
    >
      <div>
        <Typography variant="h2" id="figures-by-day">
          {app} by day
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {lines.length === 0 ? 'No page views in the last 30 days.' : 'Each point is a UTC day.'}
          {isCut && ` The charts show the newest ${maxLines} versions.`}
        </Typography>
      </div>
      {lines.length > 0 && (
        <>
          <Box
            component="ul"
            aria-label="Versions"
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}
          >
            {lines.map(({ name, color }) => (
              <Box
                component="li"
                key={name}
                sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}
              >
                <Box aria-hidden sx={{ width: 16, height: 4, borderRadius: 1, bgcolor: color }} />
                {name}
              </Box>
            ))}
          </Box>
          <Suspense fallback={<Box sx={{ minHeight: 640 }} />}>
            <MetricCharts
              isDense
              times={times}
              charts={charts}
              formatTime={formatDay}
              renderNumbers={(chart) => <DayTable chart={chart} times={times} formatTime={formatDay} />}
            />
          </Suspense>
        </>
      )}
    </Box>
  );
}
